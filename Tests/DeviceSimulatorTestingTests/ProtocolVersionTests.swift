import Foundation
import SimulatedLocalAuthentication
import Testing
import WireProtocol

@Suite struct ProtocolVersionTests {
  private static let clients = URL(filePath: #filePath).appending(path: "../../../Protocol/clients")
    .standardizedFileURL

  @Test("the daemon, the library and the clients for Python and Node speak the same version of the protocol")
  func same() throws {
    #expect(DaemonConnection.protocolVersion == Product.protocolVersion)
    for (file, line) in [
      ("devicesim.py", "_protocol_version = \(Product.protocolVersion) "),
      ("devicesim.mjs", "const PROTOCOL_VERSION = \(Product.protocolVersion);"),
    ] {
      let text = try String(contentsOf: Self.clients.appending(path: file), encoding: .utf8)
      #expect(text.contains(line), "\(file)")
    }
  }
}

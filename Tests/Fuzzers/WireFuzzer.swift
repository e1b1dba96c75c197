import DeviceModel
import JSON
import Platform
import Server
import WireProtocol

/// libFuzzer's own main, which a Swift executable takes the place of.
@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer does with each input: the bytes of a client, to a server of their own.
///
/// A crash, a hang, or a reply that is no JSON ends the fuzzer, which then keeps the input.
@main
enum WireFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = runDriver(&count, &arguments) { bytes, count in
      do {
        try talk(Array(UnsafeBufferPointer(start: bytes, count: count)))
      } catch {
        fatalError("\(error)")
      }
      return 0
    }
    CurrentProcess.exit(status)
  }
}

/// The end of every input: the server stops when it comes to it.
private let goodbye = Array("\n{\"jsonrpc\":\"2.0\",\"id\":\"goodbye\",\"method\":\"shutdown\"}\n".utf8)

private func talk(_ bytes: [UInt8]) throws {
  var configuration = ServerConfiguration()
  configuration.clock = .manual
  configuration.limits.maxLineBytes = 1 << 16
  configuration.limits.maxDevices = 8
  configuration.limits.keptEvents = 100
  // Nobody reads before the server has ended.
  configuration.limits.maxOutputBytes = 1 << 30
  configuration.flushTime = .zero
  let server = try Server(configuration)
  let (client, peer) = try Socket.pair()
  defer { client.close() }
  try peer.setNonBlocking(true)
  try server.adopt(peer)
  try client.writeAll(bytes + goodbye)
  Socket.finishWriting(client)
  try server.run()
  let replies = try FileSystem.readToEnd(client)
  // More than a socket holds was not read in time.
  if replies.count < 1 << 16 { try check(replies) }
}

/// Every line is JSON, and the last request got its reply.
private func check(_ replies: [UInt8]) throws {
  var isAnswered = false
  for line in replies.split(separator: UInt8(ascii: "\n")) {
    try withJSON(Array(line)) { node in
      if node["id"]?.equals("goodbye") == true { isAnswered = true }
    }
  }
  precondition(isAnswered, "the last request was not answered")
}

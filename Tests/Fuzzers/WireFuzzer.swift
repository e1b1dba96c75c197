import DeviceModel
import JSON
import Platform
import Server
import WireProtocol

/// The main function of libFuzzer; a Swift executable has its own and calls this one.
@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Sends each input of libFuzzer, as the bytes of a client, to a new server.
///
/// A crash, a hang, or a reply that is not JSON ends the fuzzer, which then keeps the input.
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

/// The end of every input: this request stops the server.
private let goodbye = Array("\n{\"jsonrpc\":\"2.0\",\"id\":\"goodbye\",\"method\":\"shutdown\"}\n".utf8)

private func talk(_ bytes: [UInt8]) throws {
  var configuration = ServerConfiguration()
  configuration.clock = .manual
  configuration.limits.maxLineBytes = 1 << 16
  configuration.limits.maxDevices = 8
  configuration.limits.keptEvents = 100
  // The replies are read only after the server has ended.
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
  // If the replies are larger than the buffer of a socket, some of them are lost.
  if replies.count < 1 << 16 { try check(replies) }
}

/// Checks that every line is JSON, and that the last request got its reply.
private func check(_ replies: [UInt8]) throws {
  var isAnswered = false
  for line in replies.split(separator: UInt8(ascii: "\n")) {
    try withJSON(Array(line)) { node in
      if node["id"]?.equals("goodbye") == true { isAnswered = true }
    }
  }
  precondition(isAnswered, "the last request was not answered")
}

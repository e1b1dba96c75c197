import Foundation
import Testing

@Suite struct PythonExampleTests {
  private static let python: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .map { URL(filePath: String($0)).appending(path: "python3") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  @Test(
    "the Python example of Protocol/README.md prints what the page says",
    .enabled(if: python != nil, "there is no python3"))
  func prints() throws {
    let readme = try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../../../Protocol/README.md")
        .standardizedFileURL,
      encoding: .utf8)
    let opening = try #require(readme.range(of: "```python\n"))
    let closing = try #require(readme[opening.upperBound...].range(of: "```"))
    let daemon = try TranscriptDaemon()
    defer { daemon.stop() }
    // Listening, once this connects.
    _ = try daemon.connection("").drain()

    let process = Process()
    process.executableURL = Self.python
    process.arguments = ["-c", String(readme[opening.upperBound..<closing.lowerBound])]
    process.environment = ProcessInfo.processInfo.environment.merging(["DEVICESIM_SOCKET": daemon.socketPath])
    { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: printed, as: UTF8.self) == "['cancel']\npending\nsucceeded\nbiometry\n")
  }
}

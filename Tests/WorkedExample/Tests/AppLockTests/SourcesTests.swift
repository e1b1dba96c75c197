import Foundation
import Testing

/// What makes the sources those of an app: nothing in them knows where they run.
@Suite("The sources")
struct SourcesTests {
  private static let texts: [String: String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/AppLock")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var texts: [String: String] = [:]
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      texts[file.lastPathComponent] = try? String(contentsOf: file, encoding: .utf8)
    }
    return texts
  }()

  @Test("import only what an iPhone has")
  func imports() {
    #expect(Self.texts.count > 5)
    for (file, text) in Self.texts {
      let imports = text.split(separator: "\n").filter { $0.contains("import ") && !$0.hasPrefix("  ") }
      let allowed = ["Foundation", "Observation", "LocalAuthentication", "Security"]
      for line in imports { #expect(allowed.contains { line == "import \($0)" }, "\(file): \(line)") }
    }
  }

  @Test("do not mention a simulation", arguments: ["simul", "devicesim", "canImport", "os(Linux)"])
  func words(_ word: String) {
    for (file, text) in Self.texts {
      #expect(!text.localizedCaseInsensitiveContains(word), "\(file)")
    }
  }
}

import JSON
import Platform
package import Schema
package import WireProtocol

/// The file of `--templates`.
package enum Templates {
  /// Reads and checks the whole file, so that a mistake shows at the start.
  package static func read(_ path: String) throws(StartupError) -> Named<DeviceTemplate> {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(path)
    } catch {
      throw StartupError(.usage, "--templates: \(error)")
    }
    let document = JSONDocument()
    let result: Result<Named<DeviceTemplate>, StartupError> = bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONSyntaxError) {
        let node = try document.parse(buffer)
        return Result { () throws(WireError) in try DeviceTemplate.templates(node) }
          .mapError { StartupError(.usage, "--templates: \(path): \($0.message)") }
      } catch {
        return .failure(StartupError(.usage, "--templates: \(path) is not JSON: \(error)"))
      }
    }
    return try result.get()
  }
}

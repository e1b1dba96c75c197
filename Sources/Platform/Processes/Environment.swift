#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The variables of this process.
package enum Environment {
  /// The value of one; `nil` when it is not set.
  package static func get(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// The value of one; `nil` when it is not set or empty.
  package static func nonEmpty(_ name: String) -> String? {
    guard let value = get(name), !value.isEmpty else { return nil }
    return value
  }

  /// Takes one away, so that programs started later do not see it.
  package static func remove(_ name: String) { unsetenv(name) }

  /// All of them as `NAME=value`.
  package static var all: [String] {
    var result: [String] = []
    #if canImport(Darwin)
      var entry = _NSGetEnviron().pointee
    #else
      var entry = environ
    #endif
    while let text = entry.pointee {
      result.append(String(cString: text))
      entry += 1
    }
    return result
  }

  /// All of them with some set anew or, where the value is `nil`, left out.
  package static func all(changing changes: [(name: String, value: String?)]) -> [String] {
    var result = all.filter { entry in
      !changes.contains { entry.utf8.starts(with: "\($0.name)=".utf8) }
    }
    for change in changes {
      if let value = change.value { result.append("\(change.name)=\(value)") }
    }
    return result
  }
}

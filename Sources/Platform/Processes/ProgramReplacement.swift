#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CurrentProcess {
  /// Goes on as another program, with the same number, streams and environment.
  ///
  /// - Parameter program: without a slash it is looked up in `PATH`.
  /// - Returns: only when it cannot, why.
  package static func replace(by program: String, arguments: [String]) -> SystemError {
    var pointers = ([program] + arguments).map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    execvp(program, &pointers)
    return .last("start \(program)")
  }
}

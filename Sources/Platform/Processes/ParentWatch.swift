#if os(Linux)
  import CSystemShims
#endif

/// Tells when the process that started this one is gone.
///
/// Not by the kernel's parent-death signal: that one comes when the *thread* that started this process
/// ends, and test runners and language runtimes start processes from threads that do not stay.
package struct ParentWatch: Sendable {
  private let parent: Int32
  /// Readable when the parent is gone; `nil` where the system has no such thing, and one has to ask.
  package let descriptor: FileDescriptor?

  /// Watches the process that is the parent now.
  package init() {
    parent = CurrentProcess.parentID
    #if os(Linux)
      let number = shim_pidfd_open(parent)
      descriptor = number >= 0 ? FileDescriptor(number) : nil
    #else
      descriptor = nil
    #endif
  }

  /// Whether the parent is gone. Closes the race in which it went before it could be watched: this process
  /// then has another parent, and the number may be another process's.
  package var isParentGone: Bool { CurrentProcess.parentID != parent }
}

import Platform

/// A file that is closed when nobody needs it any more, on whichever thread.
final class OpenFile: Sendable {
  let descriptor: FileDescriptor
  /// Tells it from another file of its name.
  let identity: FileStatus.Identity

  init(_ descriptor: FileDescriptor) throws(SystemError) {
    do throws(SystemError) {
      identity = try FileSystem.status(of: descriptor).identity
    } catch {
      descriptor.close()
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { descriptor.close() }
}

import Foundation
import Platform
import TestSupport

/// A library in front of the C library of the daemon: what it asks of the disk can be held up, or fails, as long as a
/// file of some name is in a folder.
final class FaultyDisk {
  private let folder: TemporaryFolder

  /// Whether it can be made here: with a C compiler, and a daemon that is not linked statically.
  static let isPossible: Bool = {
    guard InstalledPrograms.has("cc"), let program = TestDaemon.program else { return false }
    guard let disk = try? FaultyDisk() else { return false }
    try? disk.set(.failingSync)
    let kept = try? KeptDaemon(["--durability", "fsync"], through: disk.shell)
    return kept == nil && program.isEmpty == false
  }()

  /// What goes wrong.
  enum Fault: String {
    /// Waiting for the disk takes for ever.
    case heldSync = "hold-sync"
    case failingSync = "fail-sync"
    case failingRename = "fail-rename"
  }

  init() throws {
    folder = try TemporaryFolder()
    try FileSystem.write(Array(Self.source.utf8), to: folder.file("faults.c"))
    let configuration = ChildProcess.Configuration(
      program: "cc",
      arguments: ["-shared", "-fPIC", "-o", folder.file("faults.so"), folder.file("faults.c"), "-ldl"])
    guard try ChildProcess.spawn(configuration).wait() == .exited(status: 0) else {
      throw TestFailure("cc fails")
    }
  }

  /// What starts the daemon behind it.
  var shell: String {
    "FAULTS='\(folder.file(""))' LD_PRELOAD='\(folder.file("faults.so"))' exec \"$0\" \"$@\""
  }

  func set(_ fault: Fault) throws { try FileSystem.write([], to: folder.file(fault.rawValue)) }
  func clear(_ fault: Fault) throws { try FileSystem.remove(folder.file(fault.rawValue)) }

  /// How often the daemon has waited for the disk.
  var syncs: Int { (try? FileSystem.read(folder.file("syncs")).count) ?? 0 }

  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>

    static int is_set(const char *fault) {
      char path[4096];
      snprintf(path, sizeof path, "%s%s", getenv("FAULTS"), fault);
      return access(path, F_OK) == 0;
    }

    static void count(void) {
      char path[4096];
      snprintf(path, sizeof path, "%ssyncs", getenv("FAULTS"));
      int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
      if (write(file, ".", 1) < 0) {}
      close(file);
    }

    int fdatasync(int file) {
      count();
      while (is_set("hold-sync")) usleep(1000);
      if (is_set("fail-sync")) { errno = EIO; return -1; }
      int (*next)(int) = dlsym(RTLD_NEXT, "fdatasync");
      return next(file);
    }

    int renameat(int folder, const char *name, int other, const char *new_name) {
      if (is_set("fail-rename")) { errno = EIO; return -1; }
      int (*next)(int, const char *, int, const char *) = dlsym(RTLD_NEXT, "renameat");
      return next(folder, name, other, new_name);
    }
    """#
}

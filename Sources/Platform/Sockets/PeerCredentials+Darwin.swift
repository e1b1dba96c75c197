#if canImport(Darwin)
  import Darwin

  extension PeerCredentials {
    /// Asks the kernel.
    package init(of connection: FileDescriptor) throws(SystemError) {
      var user: uid_t = 0
      var group: gid_t = 0
      try retrying("ask who connected") { getpeereid(connection.rawValue, &user, &group) }
      userID = user
      processID = nil
    }
  }
#endif

#if os(Linux)
  import CSystemShims

  extension PeerCredentials {
    /// Asks the kernel.
    package init(of connection: FileDescriptor) throws(SystemError) {
      var credentials = shim_credentials()
      try retrying("ask who connected") { shim_peer_credentials(connection.rawValue, &credentials) }
      userID = credentials.uid
      processID = credentials.pid > 0 ? credentials.pid : nil
    }
  }
#endif

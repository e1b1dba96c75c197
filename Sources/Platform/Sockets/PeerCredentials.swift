/// Who is at the other end of a connection, as the kernel knows it.
package struct PeerCredentials: Equatable, Sendable {
  package let userID: UInt32
  /// `nil` where the system does not tell.
  package let processID: Int32?
}

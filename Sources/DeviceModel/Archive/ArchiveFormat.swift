/// The form in which devices are kept in state folders and exported.
package enum ArchiveFormat {
  /// The number of the form that this version writes. It reads every one from 1 up to this.
  package static let current = 1
}

import CSystemShims

/// The window that a descriptor leads to.
package enum Terminal {
  /// Its width in columns; `nil` when the descriptor is no terminal.
  package static func columns(of descriptor: FileDescriptor) -> Int? {
    let columns = shim_terminal_columns(descriptor.rawValue)
    return columns > 0 ? Int(columns) : nil
  }
}

import DeviceModel
import Platform
import Store

extension Store {
  /// Opens a folder. A child that another test starts has, until it runs its own program, a copy of the lock that was
  /// held when it was made.
  static func opened(_ folder: String) throws(StoreError) -> Store {
    for _ in 0..<200 {
      do throws(StoreError) {
        return try Store(folder: folder, format: ArchiveFormat.current)
      } catch {
        guard case .inUse = error else { throw error }
        HostClock.sleep(seconds: 0.01)
      }
    }
    return try Store(folder: folder, format: ArchiveFormat.current)
  }
}

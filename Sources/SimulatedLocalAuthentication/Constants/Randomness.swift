import Foundation

/// A reference to a source of random bytes.
public typealias SecRandomRef = OpaquePointer

/// The system's source of random bytes.
public var kSecRandomDefault: SecRandomRef? { nil }

/// Fills memory with random bytes of the host.
///
/// - Returns: `errSecSuccess`; `errSecParam` without memory.
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  guard count >= 0 else { return errSecParam }
  var generator = SystemRandomNumberGenerator()
  for offset in 0..<count { bytes.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt8.self) }
  return errSecSuccess
}

#if !canImport(Darwin)
  public import Foundation

  // Everyday code makes queries with these, and Foundation on Linux does not have them.

  extension NSMutableDictionary {
    /// Sets a value, or removes the one of the key.
    public func setValue(_ value: Any?, forKey key: String) {
      if let value { self[key] = value } else { removeObject(forKey: key) }
    }

    /// Sets a value.
    @_disfavoredOverload
    public func setObject(_ anObject: Any, forKey aKey: any NSCopying) {
      if let key = aKey as? AnyHashable { setObject(anObject, forKey: key) }
    }
  }
#endif

#if !canImport(Darwin)
  public import Foundation

  extension String {
    /// Looks a text up in the main bundle's strings; without any, it is the text itself.
    ///
    /// Foundation has this on Apple platforms only. Should it come to Linux, its own is preferred.
    @_disfavoredOverload
    public init(
      localized key: String, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current,
      comment: StaticString? = nil
    ) {
      self = (bundle ?? .main).localizedString(forKey: key, value: key, table: table)
    }

    /// Looks a text up in the main bundle's strings; without any, it is the default value.
    @_disfavoredOverload
    public init(
      localized key: StaticString, defaultValue: String, table: String? = nil, bundle: Bundle? = nil,
      locale: Locale = .current, comment: StaticString? = nil
    ) {
      self = (bundle ?? .main).localizedString(forKey: "\(key)", value: defaultValue, table: table)
    }
  }
#endif

import Schema

/// Which items an app can reach: those of its access groups.
///
/// Apple: "Sharing access to keychain items among a collection of apps".
extension Device {
  /// The group that every app has.
  private func ownGroup(of app: String) -> String {
    apps[app]?.status.teamIdentifier.map { "\($0).\(app)" } ?? app
  }

  /// What an app declares, and its own group behind it; `nil`: it declares nothing, and may name any.
  private func declaredGroups(of app: String) -> [String]? {
    apps[app]?.status.accessGroups.map { $0 + [ownGroup(of: app)] }
  }

  /// Where an add stores an item: in the group it names, else in the app's first.
  func group(forAdding attributes: KeychainAttributes, by app: String) throws(Failure) -> String {
    try named(attributes, by: app) ?? declaredGroups(of: app)?.first ?? ownGroup(of: app)
  }

  /// Where a query looks: in the group it names, else in all that are the app's.
  func groups(for query: KeychainQuery, by app: String) throws(Failure) -> [String] {
    if let name = try named(query.attributes, by: app) { return [name] }
    guard let declared = declaredGroups(of: app) else { return [ownGroup(of: app)] }
    var seen: Set<Name> = []
    return declared.filter { seen.insert(Name($0)).inserted }
  }

  /// The group that attributes name; `nil`: none.
  @discardableResult
  func named(_ attributes: KeychainAttributes, by app: String) throws(Failure) -> String? {
    guard attributes[.accessGroup] != nil else { return nil }
    let name = attributes.text(of: .accessGroup)
    if let declared = declaredGroups(of: app), !declared.contains(where: { $0.isSameText(as: name) }) {
      throw .keychain(
        .missingEntitlement,
        "\(app) is not in the access group \(name): setApp accessGroups declares \(declared.joined(separator: ", "))"
      )
    }
    return name
  }

  /// The items that a query of an app means, the oldest first, and no more than `limit` of those that `isWanted` picks.
  func items(
    of app: String, matching query: KeychainQuery, atMost limit: Int = .max,
    where isWanted: (KeychainItem) -> Bool = { _ in true }
  ) throws(Failure) -> [StoredItem] {
    keychain.items(
      in: try groups(for: query, by: app), matching: query, atMost: limit, where: isWanted)
  }
}

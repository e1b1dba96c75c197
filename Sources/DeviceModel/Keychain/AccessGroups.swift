import Schema

/// Which items an app can reach: those of its access groups.
///
/// Apple: "Sharing access to keychain items among a collection of apps".
extension Device {
  /// The groups of an app: those that it declares, and behind them its own.
  private func groups(of app: String) -> (all: [String], mayNameOthers: Bool) {
    let status = apps[app]?.status
    let own = status?.teamIdentifier.map { "\($0).\(app)" } ?? app
    guard let declared = status?.accessGroups else { return ([own], true) }
    return (declared + [own], false)
  }

  /// Where an add stores an item: in the group it names, else in the app's first.
  func group(forAdding attributes: KeychainAttributes, by app: String) throws(Failure) -> String {
    try named(attributes, by: app) ?? groups(of: app).all[0]
  }

  /// Where a query looks: in the group it names, else in all that are the app's.
  func groups(for query: KeychainQuery, by app: String) throws(Failure) -> [String] {
    if let name = try named(query.attributes, by: app) { return [name] }
    let all = groups(of: app).all
    if all.count == 1 { return all }
    var seen: Set<Name> = []
    return all.filter { seen.insert(Name($0)).inserted }
  }

  /// The group that attributes name; `nil`: none.
  @discardableResult
  func named(_ attributes: KeychainAttributes, by app: String) throws(Failure) -> String? {
    guard attributes[.accessGroup] != nil else { return nil }
    let name = attributes.text(of: .accessGroup)
    let (all, mayNameOthers) = groups(of: app)
    if !mayNameOthers, !all.contains(where: { $0.isSameText(as: name) }) {
      throw .keychain(
        .missingEntitlement,
        "\(app) is not in the access group \(name): setApp accessGroups declares \(all.joined(separator: ", "))"
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

import Schema

/// A prompt that was answered and has not left the screen yet; its app is still inactive.
struct LeavingSheet: Equatable, Sendable, Described {
  var app = ""
  var due = Nanoseconds.zero

  init() {}

  init(app: String, due: Nanoseconds) { (self.app, self.due) = (app, due) }

  static let record = Record<Self>([
    Member("app", \.app, .nonEmpty, "whose prompt it was").required(),
    Member("due", \.due, .nanoseconds, "when it is gone").required(),
  ])
}

/// All of them, the first to go first.
struct LeavingSheets: Equatable, Sendable {
  private var sheets = SharedOrder<Numbered>()
  private var byApp: [Name: [Place]] = [:]
  private var last = 0

  /// When a sheet is gone, and of those that go at the same time, which came first.
  private struct Place: Comparable {
    var due: Nanoseconds
    var number: Int

    static func < (left: Self, right: Self) -> Bool {
      left.due == right.due ? left.number < right.number : left.due < right.due
    }
  }

  private struct Numbered: Placed {
    var sheet: LeavingSheet
    var place: Place
  }

  init(_ sheets: [LeavingSheet] = []) { for sheet in sheets { append(sheet) } }

  static func == (left: Self, right: Self) -> Bool { left.all == right.all }

  var isEmpty: Bool { sheets.isEmpty }
  var all: [LeavingSheet] { sheets.all.map(\.sheet) }
  var nextDue: Nanoseconds? { sheets.first?.place.due }

  func contains(_ app: String) -> Bool { byApp[Name(app)] != nil }

  mutating func append(_ sheet: LeavingSheet) {
    last += 1
    let place = Place(due: sheet.due, number: last)
    sheets.insert(Numbered(sheet: sheet, place: place))
    byApp[Name(sheet.app), default: []].append(place)
  }

  mutating func remove(_ app: String) {
    if isEmpty { return }
    for place in byApp.removeValue(forKey: Name(app)) ?? [] { sheets.remove(at: place) }
  }

  /// Takes one that is due.
  mutating func popDue(at now: Nanoseconds) -> LeavingSheet? {
    guard let first = sheets.first, first.place.due <= now else { return nil }
    sheets.remove(at: first.place)
    let app = Name(first.sheet.app)
    byApp[app]?.removeAll { $0 == first.place }
    if byApp[app]?.isEmpty == true { byApp[app] = nil }
    return first.sheet
  }
}

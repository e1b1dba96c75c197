/// The memory that is held for connections: what they do not read, lines whose end is missing, replies that are
/// made for them, requests that wait. Of what goes beyond, nothing is made.
struct MemoryBudget {
  private let limit: Int
  private var held = 0
  private var heldForApps = 0

  init(limit: Int) { self.limit = limit }

  /// Counts bytes that are held from now on, or, below 0, no longer.
  @inline(__always)
  mutating func count(_ bytes: Int, for audience: Audience) {
    held &+= bytes
    if audience == .app { heldForApps &+= bytes }
  }

  /// How many more there may be: for apps at most half of all, so that they never take the harness's share.
  @inline(__always)
  func room(for audience: Audience) -> Int {
    let room = limit &- held
    return audience == .app ? min(room, limit / 2 &- heldForApps) : room
  }
}

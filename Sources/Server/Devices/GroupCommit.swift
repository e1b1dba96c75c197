import Platform
import Store
import WireProtocol

/// With `--durability fsync`: the changes that several clients ask for at a time share one wait for the disk, and the
/// loop serves others meanwhile.
///
/// What is asked of kept devices is written down first: it joins the group, which is closed at the end of a turn. The
/// worker writes it and waits for the disk. Then its changes are made, in the order of the journal and as of the
/// moments that it names, and answered; if it could not be written, none is made. Until then everything else that
/// concerns kept devices waits, in its order: reads, timers, ends of connections, and what must be alone in a group.
final class GroupCommit {
  private unowned let journal: Journal
  private let worker: Worker
  /// What makes the changes of the group, or answers that they are not made.
  private var members: [(Result<Void, WireError>) -> Void] = []
  /// Nothing joins any more.
  private var isClosed = false
  /// Its one change allows no other.
  private var isAlone = false
  /// It is written.
  private(set) var isUnderWay = false
  /// What waits for the group's end.
  private var waiting: [() -> Void] = []
  /// The next that cannot join a group; nobody joins before it.
  private var next: Connection?
  /// When a group without a change is tried again after it failed.
  private var nextAttempt: Int64 = 0
  private static let pause: Int64 = 100_000_000
  /// What follows from the group's changes.
  var onEnd: () -> Void = {}

  init(_ journal: Journal, on reactor: Reactor) {
    self.journal = journal
    worker = Worker(on: reactor)
  }

  /// Whether there is a group: what concerns kept devices may have to wait.
  var isBusy: Bool { isUnderWay || !members.isEmpty }

  /// How a request goes with a group.
  enum Need {
    /// It does not care.
    case none
    /// It can be one of it.
    case join
    /// It needs nothing of what is kept but that the names of devices stay.
    case beside
    /// It has to see, or make, what is there when nothing else is under way.
    case alone
  }

  /// Whether a request can go on now.
  func admits(_ need: Need, of connection: Connection) -> Bool {
    if next === connection || next?.isClosed == true { next = nil }
    switch need {
    case .none: return true
    case .beside: return !isAlone
    case .join: return !isClosed && (members.isEmpty || next == nil)
    case .alone:
      if isBusy { next = next ?? connection }
      return !isBusy
    }
  }

  /// Has something done once there is no group.
  func afterwards(_ action: @escaping () -> Void) { waiting.append(action) }

  /// Adds a change whose record was staged.
  func add(isAlone: Bool, _ member: @escaping (Result<Void, WireError>) -> Void) {
    members.append(member)
    if isAlone { (self.isAlone, isClosed) = (true, true) }
  }

  /// Closes the group, if there is one, and has it written.
  func close() {
    if isUnderWay { return }
    // Nobody waits for what cannot be refused; each try would lead to the next.
    if members.isEmpty, HostClock.monotonic < nextAttempt { return }
    do throws(WriteFailure) {
      guard let group = try journal.store.beginGroup() else { return }
      occupy()
      worker.run {
        group.write()
      } then: { [unowned self] in
        end($0)
      }
    } catch {
      end(.failure(error))
    }
  }

  /// Has everything that concerns kept devices wait, until `release`.
  func occupy() { (isUnderWay, isClosed) = (true, true) }

  /// Ends that.
  func release() {
    (isUnderWay, isClosed) = (false, false)
    let done = waiting
    waiting = []
    for (place, action) in done.enumerated() {
      if isUnderWay {
        waiting = done[place...] + waiting
        return
      }
      action()
    }
  }

  /// Waits until there is no group.
  func settle() {
    while isBusy {
      close()
      worker.drain()
      // A folding may have it, too.
      if isUnderWay { journal.folder.drain() }
    }
  }

  private func end(_ result: Result<Void, WriteFailure>) {
    var outcome = Result<Void, WireError>.success(())
    do throws(WriteFailure) {
      try journal.store.endGroup(result)
      journal.noteSuccess()
    } catch {
      outcome = .failure(journal.refusal(error))
      nextAttempt = HostClock.monotonic + Self.pause
    }
    let done = members
    members = []
    for member in done { member(outcome) }
    (isUnderWay, isAlone) = (false, false)
    onEnd()
    release()
  }
}

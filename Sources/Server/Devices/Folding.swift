import DeviceModel
import Platform
import Store
import WireProtocol

/// Folding the journal: a snapshot file of everything takes the place of what was before.
extension Devices {
  /// Writes what could not be written before, and begins to fold the journal when it has become long.
  func tendJournal() {
    guard let journal else { return }
    writeWaiting(journal)
    guard journal.needsFold(at: reactor.now), groups?.isBusy != true else { return }
    if journal.isFailing, journal.isLittle { foldAtOnce() } else { beginFold() }
  }

  /// Writes what could not be written before.
  func flushJournal() {
    if let journal { writeWaiting(journal) }
    groups?.settle()
  }

  private func writeWaiting(_ journal: Journal) {
    if let groups { groups.close() } else { journal.flush() }
    journal.store.endTurn()
  }

  /// Closes the group of changes that were asked for in this turn.
  func closeGroup() { groups?.close() }

  /// Waits until no change is under way.
  func settle() { groups?.settle() }

  /// Has changes of kept devices written in groups from now on, if the journal is kept so.
  func beginGrouping() {
    guard let journal, journal.isGrouping else { return }
    let groups = GroupCommit(journal, on: reactor)
    self.groups = groups
    journal.groups = groups
    groups.onEnd = { [unowned self] in
      let changed = changedByGroup
      changedByGroup = []
      // There is a moment without a group now; under load there may be no other.
      if journal.needsFold(at: reactor.now) { beginFold() }
      groups.afterwards { [unowned self] in for device in changed { followUp(device) } }
    }
  }

  /// Whether the journal is being folded.
  var isFolding: Bool { journal?.fold != nil }

  /// Begins to fold the journal, if there is anything in it; the loop goes on meanwhile.
  func beginFold() {
    guard let journal, journal.fold == nil, journal.store.hasRecords, let kept = takeKept() else { return }
    journal.begin(kept)
  }

  /// Meanwhile every command would be refused.
  private func foldAtOnce() {
    do throws(WriteFailure) {
      try foldNow()
    } catch {
      journal?.noteFailedFold(error)
    }
  }

  /// Gives the folding up, if it goes on; the journal holds everything.
  func endFold() { journal?.fold?.cancel() }

  /// Folds the journal at once. `goesOn` is asked again and again.
  func foldNow(while goesOn: @escaping () -> Bool = { true }) throws(WriteFailure) {
    guard let journal else { return }
    let limits = configuration.deviceLimits
    guard let kept = takeKept(under: limits) else { return }
    try journal.foldNow(kept, while: goesOn)
    // From here on they hold: the records to come are replayed under them.
    if self.limits != limits { self.limits = limits }
  }

  /// Everything that is kept, at this moment; `nil`: something is written down that is not made yet.
  private func takeKept(under limits: DeviceLimits? = nil) -> KeptDevices? {
    reactor.readClock()
    let isFirst = beginMoment()
    defer { if isFirst { endMoment() } }
    let kept = registry.kept
    for device in kept where device.isDue(at: reactor.now) { catchUp(device) }
    if let groups, groups.isBusy { return nil }
    // A snapshot file tells the log's position; what is reserved of the log is told by records after it.
    endReservation()
    return KeptDevices(
      kept, at: moment, position: log.position, serial: makeSerial(), limits: limits ?? self.limits)
  }
}

extension Journal {
  /// How many bytes of records the loop copies by itself.
  private static let shortCopy = 1 << 18
  /// How long to wait after folding failed.
  private static let pause: Int64 = 1_000_000_000

  /// Begins to fold: the worker writes the snapshot file, and copies the records that come meanwhile.
  fileprivate func begin(_ kept: KeptDevices) {
    let fold = store.beginFold()
    self.fold = fold
    folder.run {
      Result { () throws(WriteFailure) in try kept.write(by: fold) { true } }
    } then: { [unowned self] size in
      proceed(fold) { () throws(WriteFailure) in
        let size = try size.get()
        try store.installSnapshot(of: fold)
        note(snapshotBytes: size)
        beginJournal(fold)
      }
    }
  }

  private func beginJournal(_ fold: Fold) {
    folder.run {
      Result { () throws(WriteFailure) in try fold.beginJournal() }
    } then: { [unowned self] new in
      copy(to: new, fold)
    }
  }

  /// Copies records until few are missing, and these without the worker.
  private func copy(to new: Result<NewJournal, WriteFailure>, _ fold: Fold) {
    proceed(fold) { () throws(WriteFailure) in
      let new = try new.get()
      if store.bytesMissing(in: new) > Self.shortCopy {
        folder.run(store.copying(to: new)) { [unowned self] in copy(to: $0, fold) }
      } else if let groups {
        finish(new, fold, in: groups)
      } else {
        try store.installJournal(new)
        noteSuccess()
        folder.run {
          fold.synchronize()
        } then: { [unowned self] in
          self.fold = nil
        }
      }
    }
  }

  /// The same with a journal that is written in groups: no group may rely on the new one before the disk has it.
  private func finish(_ new: NewJournal, _ fold: Fold, in groups: GroupCommit) {
    if groups.isBusy { return groups.afterwards { [unowned self] in finish(new, fold, in: groups) } }
    groups.occupy()
    folder.run(store.copying(to: new)) { [unowned self] new in
      proceed(fold) { () throws(WriteFailure) in
        try store.installJournal(try new.get())
        noteSuccess()
        folder.run {
          fold.synchronize()
        } then: { [unowned self] in
          self.fold = nil
          groups.release()
        }
      }
      // It failed: the old journal goes on.
      if self.fold == nil { groups.release() }
    }
  }

  /// Takes a step of a folding. If it fails, the old journal goes on.
  private func proceed(_ fold: Fold, _ step: () throws(WriteFailure) -> Void) {
    do throws(WriteFailure) {
      try step()
    } catch {
      self.fold = nil
      if error != .stopped { noteFailedFold(error) }
    }
  }

  fileprivate func noteFailedFold(_ failure: WriteFailure) {
    nextAttempt = HostClock.monotonic + Self.pause
    log("the journal could not be folded and goes on: \(failure)")
  }

  fileprivate func foldNow(_ kept: KeptDevices, while goesOn: @escaping () -> Bool) throws(WriteFailure) {
    let size = try store.compact(while: goesOn, header: kept.writeHeader, kept.write)
    note(snapshotBytes: size)
    noteSuccess()
  }
}

extension KeptDevices {
  fileprivate func write(by fold: Fold, while goesOn: @escaping () -> Bool) throws(WriteFailure) -> Int {
    try fold.writeSnapshot(while: goesOn, header: writeHeader, write)
  }
}

extension HostedDevice {
  /// Whether it has a timer that is due and has not fired yet.
  fileprivate func isDue(at hostNow: Int64) -> Bool { timer.map { $0.deadline <= hostNow } ?? false }
}

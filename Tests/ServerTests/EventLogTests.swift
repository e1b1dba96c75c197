import DeviceModel
import Testing
import WireProtocol

@testable import Server

@Suite struct EventLogTests {
  private func log(of count: Int, keeping capacity: Int) -> EventLog {
    var log = EventLog(capacity: capacity)
    for seq in 0..<count {
      log.append(LogEntry(seq: UInt64(seq) + 1, device: "d", time: .zero, event: .deviceCreated))
    }
    return log
  }

  @Test(
    "events are numbered from 1 without holes, and the last ones are kept", arguments: [0, 1, 3, 4, 5, 9])
  func ring(_ count: Int) {
    let log = log(of: count, keeping: 4)
    let kept = Swift.max(0, count - 4)
    #expect(log.position == UInt64(count))
    #expect(log.oldest == UInt64(kept + 1))
    #expect(log.entries(after: 0).map(\.seq) == Array(UInt64(kept + 1)..<UInt64(count + 1)))
    for since in 0...count {
      #expect(log.reaches(back: UInt64(since)) == (since >= kept))
      #expect(log.entries(after: UInt64(since)).map(\.seq).last == (since < count ? UInt64(count) : nil))
    }
    #expect(Array(log.entries(after: UInt64(count + 7))).isEmpty)
  }

  @Test("large events leave room for fewer: what is kept comes to no more than the bound")
  func bytes() {
    var log = EventLog(capacity: 100, bytes: 10_000)
    for seq: UInt64 in 1...200 {
      let identity = String(repeating: "i", count: seq % 50 == 0 ? 9000 : 10)
      let event = LoggedEvent.onDevice(.enrollmentChanged(identities: [identity]))
      log.append(LogEntry(seq: seq, device: "d", time: .zero, event: event))
      let kept = Array(log.entries(after: 0))
      #expect(kept.map(\.seq) == Array(log.oldest...seq))
      #expect(kept.reduce(0) { $0 + $1.weight } <= 10_000)
      #expect(kept.count <= 100)
    }
  }
}

import JSON

/// Requests that came as one array: their replies leave as one, in the requests' order, when the last is there.
final class Batch {
  private var replies: [[UInt8]]
  private var missing: Int
  /// How long the line may become.
  private let limit: Int
  /// How much all replies so far come to, with what stands between them.
  private var bytes = 0
  /// How much they come to without that.
  private(set) var held = 0

  /// What is kept free for each member: the error that its reply is too long, without its id.
  private static let reserve = 512

  /// What has to be free for the next member to be done: more than the reply of any change takes.
  private static let leastRoom = 1 << 15

  /// A batch of `count` requests, none of them answered; `nil`: not even an error for each has room.
  init?(count: Int, atMost limit: Int) {
    if count > (limit - Self.leastRoom) / Self.reserve { return nil }
    replies = Array(repeating: [], count: count)
    missing = count
    self.limit = limit
  }

  /// How long the next reply may be, so that the others have room, too.
  var room: Int { limit - 3 - bytes - (missing - 1) * Self.reserve }

  /// Whether the replies so far leave no room for that of another request, which is not done then.
  var isFull: Bool { room < Self.leastRoom }

  /// Keeps the reply of a member, empty for a notification. Returns the whole array once it is complete;
  /// empty if all were notifications.
  func complete(_ slot: Int, _ reply: [UInt8]) -> [UInt8]? {
    precondition(reply.count <= room)
    replies[slot] = reply
    held += reply.count
    if !reply.isEmpty { bytes += reply.count + 1 }
    missing -= 1
    guard missing == 0 else { return nil }
    let answered = replies.filter { !$0.isEmpty }
    replies = []
    if answered.isEmpty { return [] }
    return [UInt8(ascii: "[")] + answered.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}

/// What is left of a batch when its connection's turn ends: the texts of its requests, one behind the other.
struct RestOfBatch {
  let batch: Batch
  /// The place of the next request in the batch.
  private var slot: Int
  private var texts: [UInt8] = []
  /// Where each of the texts ends.
  private var ends: [Int] = []
  private var next = 0

  /// Copies the texts.
  init(_ batch: Batch, from slot: Int, _ elements: some Sequence<JSONNode>) {
    self.batch = batch
    self.slot = slot
    for element in elements {
      texts += element.raw
      ends.append(texts.count)
    }
  }

  /// How many bytes it holds.
  var held: Int { texts.count + ends.count * MemoryLayout<Int>.size }

  /// The next text and its place in the batch; `nil`: the batch is done.
  mutating func removeFirst() -> (slot: Int, text: ArraySlice<UInt8>)? {
    guard next < ends.count else { return nil }
    let start = next == 0 ? 0 : ends[next - 1]
    defer { (next, slot) = (next + 1, slot + 1) }
    return (slot, texts[start..<ends[next]])
  }
}

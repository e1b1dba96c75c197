package import JSON
package import Schema

/// Values of the device's own types in JSON.
extension Coding where Value == Nanoseconds {
  /// Seconds, as the wire has them.
  package static let seconds = Coding<Double>.number(0...Nanoseconds.distantFuture.inSeconds)
    .map(Nanoseconds.init(seconds:)) { $0.inSeconds }
    .written { $1.seconds(nanoseconds: $0.value) }

  /// Whole nanoseconds, so that nothing is lost, in the range of `seconds`.
  static let nanoseconds = whole(.zero ... .distantFuture)
  /// The same for a wall clock, which may stand before its origin.
  static let wallNanoseconds = whole(.distantPast ... .distantFuture)

  private static func whole(_ range: ClosedRange<Nanoseconds>) -> Self {
    Coding<Int>.integer(Int(range.lowerBound.value)...Int(range.upperBound.value))
      .map {
        Nanoseconds(Int64($0))
      } _: {
        Int($0.value)
      }
  }
}

extension Coding where Value == UInt64 {
  /// 64 bits in hexadecimal.
  static let bits = Coding<String>.string.map {
    UInt64($0, radix: 16)
  } _: {
    String($0, radix: 16)
  }

  /// The number of a call or a connection.
  static let serial = Coding<Int>.counted.map(UInt64.init(_:)) { Int(clamping: $0) }
}

extension Coding where Value == Int {
  /// How many, of what the device counts.
  static let counted = integer(Counted.range)
  /// An id that was given out.
  fileprivate static let id = integer(1...Counted.range.upperBound)
}

extension Coding where Value == PromptID {
  /// `p7`
  package static let prompt = Coding<Int>.identifier("p").map(PromptID.init, \.number)
  static let number = Coding<Int>.id.map(PromptID.init, \.number)
}

extension Coding where Value == ContextID {
  /// `c1`
  package static let context = Coding<Int>.identifier("c").map(ContextID.init(_:), \.number)
  static let number = Coding<Int>.id.map(ContextID.init(_:), \.number)
}

extension Coding where Value == ClientID {
  static let client = Coding<UInt64>.serial.map(ClientID.init, \.rawValue)
}

extension Coding where Value == Set<ClientID> {
  static let clients = Coding<[ClientID]>.array(of: .client)
    .map {
      Set($0)
    } _: {
      $0.sorted { $0.rawValue < $1.rawValue }
    }
}

extension Coding where Value == Policy {
  /// By its name or its short name.
  package static let policy = Self(
    .enumeration(Policy.names.map(\.name)),
    convert: { node in Policy.names.first { node.equals($0.name) }?.policy },
    write: { $1.string($0.rawValue) })
}

extension Coding where Value == AccessControlFlags {
  package static let flags = Coding<[String]>.array(
    of: Coding<String>(
      .enumeration(AccessControlFlags.named.map(\.name)),
      convert: { node in node.string.flatMap { AccessControlFlags(name: $0) == nil ? nil : $0 } },
      write: { $1.string($0) })
  ).map {
    AccessControlFlags($0.compactMap(AccessControlFlags.init(name:)))
  } _: {
    $0.names
  }
}

extension Coding where Value == Secret {
  /// As it is kept: `{"text":…}` or `{"base64":…}`, the form in which it came.
  static let secret = Self(
    .anyObject,
    read: { (node) throws(Mismatch) in
      if let text = node["text"]?.string { return Secret(text) }
      guard let bytes = node["base64"] else {
        throw Mismatch.mustBe("an object with text, or base64 with its padding")
      }
      return Secret(bytes: try Coding<[UInt8]>.base64.read(bytes))
    },
    write: { secret, writer in
      writer.beginObject()
      secret.writeMember("text", base64: "base64", into: &writer)
      writer.endObject()
    })
}

extension Secret {
  /// Writes the member for the form in which it came.
  package func writeMember(_ text: StaticString, base64: StaticString, into writer: inout JSONWriter) {
    switch form {
    case .text: writer.member(text, String(decoding: bytes, as: UTF8.self))
    case .base64:
      writer.key(base64)
      Coding<[UInt8]>.base64.write(bytes, &writer)
    }
  }
}

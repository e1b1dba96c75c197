import Schema

/// Who is enrolled.
struct Enrolment: Equatable, Sendable {
  private(set) var identities: [String]
  /// Counts every change, so that adding and removing the same finger does not restore the old set.
  private(set) var generation = 0

  init(identities: [String]) { self.identities = identities }

  var isEmpty: Bool { identities.isEmpty }

  func contains(_ identity: String) -> Bool { identities.contains { $0.isSameText(as: identity) } }

  /// The same people in another order are the same enrolment; on another sensor they are not.
  mutating func replace(with identities: [String], onOtherSensor: Bool = false) {
    if onOtherSensor || Set(identities.map(Name.init)) != Set(self.identities.map(Name.init)) {
      generation = generation == Counted.range.upperBound ? 0 : generation + 1
    }
    self.identities = identities
  }

  /// The same people, as if they had never changed.
  var asFirst: Enrolment { Enrolment(identities: identities) }

  /// The value an app compares to see whether the set changed: 32 bytes in hexadecimal, another one for
  /// each app and each generation.
  ///
  /// Apple: *evaluatedPolicyDomainState*. Opaque and no secret, so a plain hash serves.
  func domainState(for app: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    func mix(_ text: consuming String) {
      text.withUTF8 { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
      hash = (hash ^ 0xff) &* 0x100_0000_01b3  // No byte of UTF-8: it ends the text.
    }
    mix(app)
    mix(String(generation))
    if identities.count == 1 {
      mix(identities[0])
    } else {
      for identity in identities.map(Name.init).sorted() { mix(identity.text) }
    }
    var random = SplitMix64(seed: hash)
    return String(unsafeUninitializedCapacity: 64) { memory in
      let words = UnsafeMutableRawBufferPointer(memory)
      for offset in stride(from: 0, to: 64, by: 16) {
        let (high, low) = random.next().hexadecimalDigits
        words.storeBytes(of: high.bigEndian, toByteOffset: offset, as: UInt64.self)
        words.storeBytes(of: low.bigEndian, toByteOffset: offset + 8, as: UInt64.self)
      }
      return 64
    }
  }
}

extension UInt64 {
  /// The number in hexadecimal: sixteen ASCII digits in two words, the first one on top. All of a word are made at once,
  /// for an app asks for 64 of them at each check.
  fileprivate var hexadecimalDigits: (high: UInt64, low: UInt64) {
    func digits(_ half: UInt64) -> UInt64 {
      var digits = (half | half << 16) & 0x0000_ffff_0000_ffff
      digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff
      digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f
      let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
      return digits + 0x3030_3030_3030_3030 + letters * UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
    }
    return (digits(self >> 32), digits(self & 0xffff_ffff))
  }
}

extension Enrolment: Described {
  init() { self.init(identities: []) }

  static let record = Record<Enrolment>([
    Member("identities", \.identities, .array(of: .nonEmpty), "who is enrolled"),
    Member("generation", \.generation, .counted, "how often that changed"),
  ])

  /// What is wrong with it on a sensor; `nil`: nothing.
  func problem(on sensor: BiometryType) -> Mismatch? {
    if identities.count <= sensor.capacity, Set(identities.map(Name.init)).count == identities.count {
      return nil
    }
    return .mustBe("at most \(sensor.capacity) names, none of them twice").within(.member("identities"))
  }
}

/// The sensor of a device.
///
/// Apple: *LABiometryType*; the names on the wire are Apple's.
package enum BiometryType: String, CaseIterable, Sendable {
  case none, touchID, faceID, opticID

  /// Apple's number.
  package var number: Int {
    switch self {
    case .none: 0
    case .touchID: 1
    case .faceID: 2
    case .opticID: 4
    }
  }

  /// What this sensor scans; `nil` without a sensor.
  package var modality: Modality? {
    switch self {
    case .none: nil
    case .touchID: .finger
    case .faceID: .face
    case .opticID: .eyes
    }
  }

  /// How many enrolment identities the sensor holds.
  package var capacity: Int {
    switch self {
    case .none: 0
    case .touchID: 5
    case .faceID: 2  // The second is the alternate appearance.
    case .opticID: 1
    }
  }

  /// The name of the identity that is enrolled when nobody gives one.
  package var defaultIdentity: String? {
    modality.map { "\($0.rawValue)-1" }
  }

  /// Whether an app needs the user's permission before it may use the sensor; Touch ID asks for none.
  package var needsPermission: Bool { self == .faceID || self == .opticID }
}

/// Whether the sensor is there to be used. Its type and who is enrolled stay whatever becomes of it.
///
/// Apple: *LAError.biometryDisconnected*, *LAError.biometryNotPaired*.
package enum SensorState: String, CaseIterable, Sendable {
  case ready
  /// Behind a closed lid.
  case covered
  /// In a keyboard that is paired, and away.
  case disconnected
  /// In a keyboard that is not paired.
  case notPaired

  /// Why nobody can be scanned; `nil`: the sensor is ready.
  var error: LAErrorCode? {
    switch self {
    case .ready: nil
    case .covered: .biometryNotAvailable
    case .disconnected: .biometryDisconnected
    case .notPaired: .biometryNotPaired
    }
  }

  /// Only Touch ID comes in a keyboard.
  func isPossible(on type: BiometryType) -> Bool {
    switch self {
    case .ready: true
    case .covered: type != .none
    case .disconnected, .notPaired: type == .touchID
    }
  }
}

/// The part of a person that a scan shows to the sensor.
package enum Modality: String, CaseIterable, Sendable {
  case finger, face, eyes
}

import Schema

/// What can show that the owner is there.
struct Factors: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let biometry = Self(rawValue: 1 << 0)
  static let passcode = Self(rawValue: 1 << 1)
  static let companion = Self(rawValue: 1 << 2)
  static let applicationPassword = Self(rawValue: 1 << 3)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ method: AuthenticationMethod) {
    switch method {
    case .biometry, .reuse: self = .biometry
    case .passcode: self = .passcode
    case .companion: self = .companion
    case .applicationPassword: self = .applicationPassword
    case .context: self = []
    }
  }
}

/// What an evaluation has to show: all of the clauses, each by any of its factors.
struct Requirement: Equatable, Sendable {
  /// A bit for each clause, at the number that its factors are. None contains another: to meet the smaller one meets
  /// both.
  private var bits: UInt16 = 0

  /// Nothing is asked.
  static let none = Self([])

  /// Any of the factors.
  init(_ clause: Factors) { bits = clause.isEmpty ? 0 : clause.bit }

  init(anyOf alternatives: [Factors]) { self.init(alternatives.reduce(into: []) { $0.formUnion($1) }) }

  init(allOf clauses: some Sequence<Factors>) {
    self.init([])
    for clause in clauses { add(clause) }
  }

  /// Biometry is asked for first.
  var clauses: Clauses { Clauses(bits: bits) }

  /// What is asked for now; empty when all is met.
  var current: Factors {
    var clauses = clauses
    return clauses.next() ?? []
  }

  var isMet: Bool { bits == 0 }

  /// What is left once these factors have been shown.
  func remaining(after shown: Factors) -> Requirement {
    var remaining = self
    for clause in clauses where !clause.isDisjoint(with: shown) { remaining.bits &= ~clause.bit }
    return remaining
  }

  /// The same and the password of the items.
  var andApplicationPassword: Requirement { and(Requirement(.applicationPassword)) }

  func and(_ other: Requirement) -> Requirement {
    var both = self
    for clause in other.clauses { both.add(clause) }
    return both
  }

  private mutating func add(_ clause: Factors) {
    guard !clause.isEmpty, !clauses.contains(where: clause.isSuperset(of:)) else { return }
    for larger in clauses where larger.isSuperset(of: clause) { bits &= ~larger.bit }
    bits |= clause.bit
  }
}

extension Requirement {
  /// Its clauses: by the first of their factors, and by their numbers.
  struct Clauses: Sequence, IteratorProtocol {
    fileprivate var bits: UInt16

    /// For each factor, the clauses of which it is the first.
    private static let beginning: [UInt16] = (0..<4).map { factor in
      (1..<16).filter { $0.trailingZeroBitCount == factor }.reduce(0) { $0 | 1 << $1 }
    }

    mutating func next() -> Factors? {
      if bits == 0 { return nil }
      for group in Self.beginning where bits & group != 0 {
        let clause = Factors(rawValue: UInt8((bits & group).trailingZeroBitCount))
        bits &= ~clause.bit
        return clause
      }
      return nil
    }
  }
}

extension Factors {
  fileprivate var bit: UInt16 { 1 &<< UInt16(rawValue) }
}

extension Policy {
  var requirement: Requirement {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics: Requirement(.biometry)
    case .deviceOwnerAuthentication: Requirement([.biometry, .passcode])
    case .deviceOwnerAuthenticationWithCompanion: Requirement(.companion)
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion: Requirement([.biometry, .companion])
    }
  }
}

extension Coding where Value == Requirement {
  /// One number for each clause: the sum of its factors.
  static let requirement = Coding<[Int]>.array(of: .integer(1...15))
    .map {
      Requirement(allOf: $0.map { Factors(rawValue: UInt8($0)) })
    } _: {
      $0.clauses.map { Int($0.rawValue) }
    }
}

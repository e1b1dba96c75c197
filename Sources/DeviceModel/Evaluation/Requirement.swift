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
  /// Biometry is asked for first. None contains another: to meet the smaller one meets both.
  private(set) var clauses: [Factors] = []

  /// Nothing is asked.
  static let none = Self(allOf: [])

  init(allOf clauses: [Factors]) {
    for clause in clauses { add(clause) }
  }

  init(anyOf alternatives: [Factors]) {
    self.init(allOf: [alternatives.reduce(into: []) { $0.formUnion($1) }])
  }

  /// What is asked for now; empty when all is met.
  var current: Factors { clauses.first ?? [] }

  var isMet: Bool { clauses.isEmpty }

  /// What is left once these factors have been shown.
  func remaining(after shown: Factors) -> Requirement {
    Requirement(allOf: clauses.filter { $0.isDisjoint(with: shown) })
  }

  /// The same and the password of the items.
  var andApplicationPassword: Requirement { Requirement(allOf: clauses + [.applicationPassword]) }

  func and(_ other: Requirement) -> Requirement { Requirement(allOf: clauses + other.clauses) }

  private mutating func add(_ clause: Factors) {
    guard !clause.isEmpty, !clauses.contains(where: clause.isSuperset(of:)) else { return }
    clauses.removeAll { $0.isSuperset(of: clause) }
    func order(_ clause: Factors) -> (Int, UInt8) { (clause.rawValue.trailingZeroBitCount, clause.rawValue) }
    let index = clauses.firstIndex { order(clause) < order($0) }
    clauses.insert(clause, at: index ?? clauses.endIndex)
  }
}

extension Policy {
  var requirement: Requirement {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics: Requirement(anyOf: [.biometry])
    case .deviceOwnerAuthentication: Requirement(anyOf: [.biometry, .passcode])
    case .deviceOwnerAuthenticationWithCompanion: Requirement(anyOf: [.companion])
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion: Requirement(anyOf: [.biometry, .companion])
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

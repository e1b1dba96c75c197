import JSON
package import Schema

/// A failure that coming calls of apps meet, because the harness ordered it.
package struct FailureOrder: Equatable, Sendable {
  /// `nil`: any that can fail with this error.
  package var method: FailableMethod?
  /// Whose calls; `nil`: those of any app.
  package var app: String?
  package var error: OrderedError
  /// How many calls are still to fail; `nil`: all.
  package var times: Int? = 1
  /// How many have failed.
  package fileprivate(set) var used = 0

  package init(
    _ error: OrderedError, of method: FailableMethod? = nil, app: String? = nil, times: Int? = 1
  ) {
    self.error = error
    self.method = method
    self.app = app
    self.times = times
  }

  /// Whether nothing of it is used up as it should be: a call is still to fail, and if that is said of all
  /// calls, none has.
  package var isUnused: Bool { times != nil || used == 0 }

  /// Notes that a call has met it; returns whether others are still to do so.
  mutating func use() -> Bool {
    used = used.next()
    guard let times else { return true }
    self.times = times - 1
    return times > 1
  }
}

/// What an app's call fails with.
package enum OrderedError: Equatable, Sendable {
  /// Fails calls of LocalAuthentication.
  case localAuthentication(LAErrorCode)
  /// Fails calls of the keychain.
  case keychain(OSStatusCode)
  /// An LAError for a call of LocalAuthentication, an OSStatus for one of the keychain.
  case number(Int)

  /// Numbers that an error can have.
  package static let numbers = Int(Int32.min)...Int(Int32.max)

  /// Which calls can fail with it.
  enum Kind: CaseIterable {
    case localAuthentication, keychain, number

    func isPossible(for method: FailableMethod) -> Bool {
      switch self {
      case .localAuthentication: !method.isForKeychain
      case .keychain: method.isForKeychain || method == .secKeyUse
      case .number: true
      }
    }
  }

  var kind: Kind {
    switch self {
    case .localAuthentication: .localAuthentication
    case .keychain: .keychain
    case .number: .number
    }
  }

  fileprivate func failure(of method: FailableMethod) -> Failure {
    let reason = "failNext ordered it"
    return switch self {
    case .localAuthentication(let code): .localAuthentication(code, reason)
    case .keychain(let status): .keychain(status, reason)
    case .number(let number):
      method.isForKeychain
        ? .keychain(OSStatusCode(rawValue: number), reason)
        : .localAuthentication(LAErrorCode(rawValue: number), reason)
    }
  }
}

/// The calls of an app that can fail on a device, by their names on the wire.
package enum FailableMethod: String, CaseIterable, Sendable {
  case canEvaluatePolicy, evaluatePolicy, evaluateAccessControl
  case secItemAdd, secItemCopyMatching, secItemUpdate, secItemDelete
  /// Fails as an evaluation does, or with an OSStatus.
  case secKeyUse

  var isForKeychain: Bool {
    switch self {
    case .canEvaluatePolicy, .evaluatePolicy, .evaluateAccessControl, .secKeyUse: false
    case .secItemAdd, .secItemCopyMatching, .secItemUpdate, .secItemDelete: true
    }
  }
}

extension FailureOrder: Described {
  package init() { self.init(.number(0)) }

  /// As `failNext` takes it.
  package static let record = Record<Self>([
    Member("method", \.method, optional: .cases, "which calls; default: any that can fail with the error"),
    Member(
      "error", \.error, .orderedError,
      "an LAError or an OSStatus by its name, or a number, which is of the kind that the call has"
    ).required(),
    Member(
      "times", \.times, .nullable(.integer(1...StatePatch.counts.upperBound)),
      "how many calls fail; null: all; default: 1"),
    Member("app", \.app, optional: .name, "whose calls; default: those of any app"),
  ])

  /// As `getState` shows it and an archive keeps it.
  static let kept = Record<Self>(
    record.members + [Member("used", \.used, .counted, "how many calls it has failed").required()])
}

extension Coding where Value == FailureOrder {
  /// An order with what became of it.
  package static let order = Self.object(FailureOrder.kept, from: FailureOrder.init).named("OrderedFailure")
}

extension Coding where Value == OrderedError {
  /// A name, or a number other than 0, which is no error.
  fileprivate static let orderedError = Self(
    .oneOf([
      .enumeration(LAErrorCode.described.map(\.name) + OSStatusCode.described.map(\.name)),
      .integer(OrderedError.numbers),
    ]),
    convert: { node in
      if let name = node.string {
        return LAErrorCode.described.first { $0.name == name }.map { .localAuthentication($0.code) }
          ?? OSStatusCode.described.first { $0.name == name }.map { .keychain($0.code) }
      }
      return node.integer.flatMap { $0 != 0 && OrderedError.numbers.contains($0) ? .number($0) : nil }
    },
    write: { error, writer in
      switch error {
      case .localAuthentication(let code):
        writer.string(LAErrorCode.described.first { $0.code == code }?.name ?? "\(code.rawValue)")
      case .keychain(let code):
        writer.string(OSStatusCode.described.first { $0.code == code }?.name ?? "\(code.rawValue)")
      case .number(let number): writer.integer(number)
      }
    })
}

/// Failures by order: a call that has one fails with it, and does nothing else.
extension Device {
  mutating func failNext(_ order: FailureOrder, _ effects: inout [Effect]) throws(Failure) -> Bool {
    if let method = order.method, !order.error.kind.isPossible(for: method) {
      let kind = method.isForKeychain ? "OSStatus" : "LAError"
      throw .invalidParameter("error", "an \(kind) by its name, or a number, for \(method)")
    }
    guard failureOrders.count < limits.armedResponses else {
      throw .limitExceeded(
        "\(failureOrders.count) failures are ordered already; disarm removes them",
        limit: limits.armedResponses)
    }
    failureOrders.append(order)
    emit(.stateChanged(fields: [.failNext]), &effects)
    return true
  }

  /// Removes all orders, and returns those that no call met, or not often enough.
  mutating func removeFailureOrders(_ effects: inout [Effect]) -> [FailureOrder] {
    if failureOrders.isEmpty { return [] }
    defer { failureOrders = OrderedFailures() }
    emit(.stateChanged(fields: [.failNext]), &effects)
    return failureOrders.all.filter(\.isUnused)
  }

  /// Has an app's call fail if that was ordered. Only who may speak for the app comes before it.
  ///
  /// - Returns: The reply of a check that says no; `nil`: nothing was ordered.
  mutating func failByOrder(
    _ command: Command, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    guard let call = command.failable else { return nil }
    let speaker = try speaker(call.app, call.context, caller)
    guard let number = failureOrders.first(for: call.method, of: speaker) else { return nil }
    _ = try enter(call.app, call.context, caller, &effects)
    guard let error = failureOrders.use(number) else { return nil }
    emit(.stateChanged(fields: [.failNext]), &effects)
    let failure = error.failure(of: call.method)
    guard call.method == .canEvaluatePolicy, case .localAuthentication(let code, _) = failure else {
      throw failure
    }
    return .canEvaluate(Availability(error: code, biometryType: biometryType))
  }
}

extension Command {
  /// The call of an app that it is, if that can fail.
  fileprivate var failable: (method: FailableMethod, app: String?, context: ContextID?)? {
    switch self {
    case .canEvaluatePolicy(let app, _, let context): (.canEvaluatePolicy, app, context)
    case .evaluate(let app, let request):
      switch request.subject {
      case .policy: (.evaluatePolicy, app, request.context)
      case .accessControl: (.evaluateAccessControl, app, request.context)
      }
    case .secItemAdd(let app, let addition): (.secItemAdd, app, addition.context)
    case .secItemCopyMatching(let app, let query): (.secItemCopyMatching, app, query.context)
    case .secItemUpdate(let app, let query, _): (.secItemUpdate, app, query.context)
    case .secItemDelete(let app, let query): (.secItemDelete, app, query.context)
    case .secKeyUse(let app, let query): (.secKeyUse, app, query.context)
    case .setState, .reset, .restore, .importState, .enroll, .unenroll, .respond, .arm, .disarm, .failNext,
      .setPasscode, .clearPasscode, .lock, .unlock, .restart, .setApp, .launchApp, .activateApp,
      .backgroundApp, .coverApp, .uncoverApp, .terminateApp, .installApp, .uninstallApp, .listKeychainItems,
      .resetKeychain, .setClock, .advanceClock, .createContext, .invalidateContext, .domainState,
      .setCredential, .cancelCall, .clientClosed, .promptTimedOut, .shutDown:
      nil
    }
  }
}

public import Foundation
import Synchronization

/// Access to a part of the app, for as long as it is authorized.
open class LARight: NSObject, @unchecked Sendable {
  let requirement: LAAuthenticationRequirement
  private let shared = Mutex(Shared())

  private struct Shared {
    var state = State.unknown
    var tag = 0
    /// The context that was authenticated.
    var context: Authorization?
  }

  /// A context of a right, which only calls that begin after its evaluation use.
  struct Authorization: @unchecked Sendable {
    let context: LAContext
  }

  /// How far a right is.
  public enum State: Int, Sendable {
    /// Nobody has asked yet.
    case unknown = 0
    /// The prompt is up.
    case authorizing = 1
    /// The user has authenticated.
    case authorized = 2
    /// The user has not.
    case notAuthorized = 3
  }

  /// Makes a right that biometry or the passcode authorizes.
  public override convenience init() { self.init(requirement: .default) }

  /// Makes a right with a requirement.
  public init(requirement: LAAuthenticationRequirement) {
    self.requirement = requirement
    super.init()
  }

  /// How far the right is.
  public var state: State { shared.withLock { $0.state } }

  /// The app's own number.
  public var tag: Int {
    get { shared.withLock { $0.tag } }
    set { shared.withLock { $0.tag = newValue } }
  }

  /// The context that was authenticated; `nil` while the right is not authorized.
  var authorization: Authorization? { shared.withLock { $0.context } }

  /// Asks the device owner.
  ///
  /// - Throws: an ``LAError``, or a ``DeviceSimulatorError`` if the simulation failed.
  public func authorize(localizedReason: String) async throws {
    let authorization = Authorization(context: LAContext())
    shared.withLock { $0.state = .authorizing }
    do {
      try await authorization.context.evaluateAccessControl(
        SecAccessControl(.whenPasscodeSetThisDeviceOnly, requirement.flags), operation: .useItem,
        localizedReason: localizedReason)
    } catch {
      settle(.notAuthorized, nil)
      throw error
    }
    settle(.authorized, authorization)
  }

  /// Asks the device owner; `handler` is told why not.
  @preconcurrency public func authorize(
    localizedReason: String, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    Self.run(handler) { try await self.authorize(localizedReason: localizedReason) }
  }

  /// Whether the right could be authorized now; throws why not.
  public func checkCanAuthorize() async throws {
    var error: NSError?
    if !LAContext().canEvaluatePolicy(requirement.policy, error: &error) {
      throw error ?? LAError(.authenticationFailed)
    }
  }

  /// Tells whether the right could be authorized now, or why not.
  @preconcurrency public func checkCanAuthorize(
    completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    Self.run(handler) { try await self.checkCanAuthorize() }
  }

  /// Takes the authorization back.
  public func deauthorize() async { settle(.notAuthorized, nil) }

  /// Takes the authorization back.
  @preconcurrency public func deauthorize(completion handler: @escaping @Sendable () -> Void) {
    settle(.notAuthorized, nil)
    DispatchQueue(label: "devicesim.reply").async(execute: handler)
  }

  private func settle(_ state: State, _ authorization: Authorization?) {
    let before = shared.withLock { shared in
      defer { (shared.state, shared.context) = (state, authorization) }
      return shared.context
    }
    before?.context.invalidate()
  }

  /// Runs the awaited form for one with a handler.
  static func run(
    _ handler: @escaping @Sendable ((any Error)?) -> Void, _ body: @escaping @Sendable () async throws -> Void
  ) {
    Task(executorPreference: GrowingExecutor.shared) {
      do {
        try await body()
        handler(nil)
      } catch {
        handler(error)
      }
    }
  }
}

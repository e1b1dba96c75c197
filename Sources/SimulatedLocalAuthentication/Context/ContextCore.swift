import Foundation
import Synchronization

/// The part of an ``LAContext`` that threads can share: its counterparts on devices, and what is known of them.
///
/// A context that outlives its device means the device of the call, as if it were new there.
final class ContextCore: Sendable {
  private let state: Mutex<State>
  /// Where reply handlers run: on no thread of the app, and never inside its call. A handler that blocks delays
  /// only those of its own context.
  let replies = DispatchQueue(label: "devicesim.reply")

  private struct State {
    /// The device that the context was created on; `nil`: none was found.
    var home: SimulatedDeviceAddress?
    var counterparts: [SimulatedDeviceAddress: Counterpart] = [:]

    /// The device of a call.
    func address() throws(DeviceSimulatorError) -> SimulatedDeviceAddress {
      try DeviceBinding.resolve(home: home)
    }

    /// What is known of the context on the device of a call.
    var known: Counterpart? { (try? address()).flatMap { counterparts[$0] } }
  }

  /// The context on one device.
  private struct Counterpart {
    /// The process of the app, once the device was found.
    var process: DaemonConnection?
    /// Its id on the device, after the first call.
    var id: String?
    var isInvalidated = false
    var biometryType: LABiometryType?
    var domainState: Data?
    var isCredentialSet = false

    /// Ends it on the device.
    func invalidate() {
      if let process, let id { process.notify("invalidateContext", ["context": .string(id)]) }
    }
  }

  /// The counterpart on the device of a call, and the connection that created it.
  struct Place: Sendable {
    let address: SimulatedDeviceAddress
    let process: DaemonConnection
    let id: WireValue
  }

  /// Finds the device. If there is none, the first call tries again and says why it failed.
  init() {
    let address = try? DeviceBinding.resolve()
    var state = State(home: address)
    if let address {
      state.counterparts[address] = Counterpart(process: try? AppProcess.atWork(address))
    }
    self.state = Mutex(state)
  }

  /// The app has released the context.
  deinit {
    state.withLock { state in
      for counterpart in state.counterparts.values { counterpart.invalidate() }
    }
  }

  /// Returns the counterpart, and creates it at the first use: until then the app may set the titles and the
  /// reason for keychain prompts.
  func place(_ options: [String: WireValue]) throws(DeviceSimulatorError) -> Place {
    try state.withLock { state throws(DeviceSimulatorError) in
      let address = try state.address()
      state.counterparts = state.counterparts.filter { !DeviceBinding.isClosed($0.key) }
      var counterpart = state.counterparts[address] ?? Counterpart()
      defer { state.counterparts[address] = counterpart }
      if let process = counterpart.process, let id = counterpart.id {
        return Place(address: address, process: process, id: .string(id))
      }
      let (answer, process) =
        if let process = counterpart.process {
          (try process.call("createContext", options), process)
        } else {
          try AppProcess.call(at: address, "createContext", options)
        }
      let id = answer["context"]?.string ?? ""
      counterpart.process = process
      counterpart.id = id
      if counterpart.isInvalidated { counterpart.invalidate() }
      return Place(address: address, process: process, id: .string(id))
    }
  }

  /// The device of a call.
  func address() throws(DeviceSimulatorError) -> SimulatedDeviceAddress {
    try state.withLock { state throws(DeviceSimulatorError) in try state.address() }
  }

  /// The sensor; `none` before the first check or evaluation.
  var biometryType: LABiometryType { state.withLock { $0.known?.biometryType ?? .none } }

  /// The domain state of the last biometric check or match.
  var domainState: Data? { state.withLock { $0.known?.domainState } }

  /// The device's answer to who can authenticate; `nil`: there is no device.
  var domainStateNow: WireValue? {
    let address = state.withLock { state in try? state.address() }
    return address.flatMap { try? AppProcess.call(at: $0, "getDomainState").answer }
  }

  /// Whether an application password was set.
  var isCredentialSet: Bool { state.withLock { $0.known?.isCredentialSet ?? false } }

  /// Whether the app has invalidated the context.
  var isInvalidated: Bool { state.withLock { $0.known?.isInvalidated ?? false } }

  /// Ends what is pending; later calls find the context invalidated.
  func invalidate() {
    state.withLock { state in
      guard let address = try? state.address() else { return }
      var counterpart = state.counterparts[address] ?? Counterpart()
      counterpart.isInvalidated = true
      counterpart.isCredentialSet = false
      counterpart.invalidate()
      state.counterparts[address] = counterpart
    }
  }

  /// Notes what a device said.
  private func note(_ place: Place, _ change: (inout Counterpart) -> Void) {
    state.withLock { state in
      if var counterpart = state.counterparts[place.address] {
        change(&counterpart)
        state.counterparts[place.address] = counterpart
      }
    }
  }

  /// Asks whether a policy can be evaluated; throws if it cannot.
  func check(_ policy: LAPolicy, _ options: [String: WireValue]) throws {
    let place: Place
    let answer: WireValue
    do {
      place = try self.place(options)
      answer = try place.process.call(
        "canEvaluatePolicy", ["policy": .string(policy.wireName), "context": place.id])
    } catch {
      throw error.asSeenByTheApp
    }
    note(place) {
      $0.biometryType = LABiometryType(wireName: answer["biometryType"]?.string)
      $0.domainState = answer["domainState"]?.string.map { Data($0.utf8) }
    }
    if let error = answer["error"] { throw LAError(wire: error) }
  }

  /// Asks the user; `reply` is called once, on a queue of the library.
  ///
  /// - Parameter context: is kept until then, as a device keeps it.
  func evaluate(
    _ method: String, _ parameters: [String: WireValue], _ options: [String: WireValue],
    for context: LAContext,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    do {
      let place = try place(options)
      learnBiometryType(place)
      let parameters = parameters.merging(["context": place.id]) { $1 }
      let kept = Kept(context)
      place.process.send(method, parameters) { outcome in
        self.replies.async {
          self.conclude(place, outcome, reply)
          kept.release()
        }
      }
    } catch {
      replies.async { reply(false, error.asSeenByTheApp) }
    }
  }

  private func conclude(
    _ place: Place, _ outcome: DaemonConnection.Outcome, _ reply: (Bool, (any Error)?) -> Void
  ) {
    switch outcome {
    case .success(let answer):
      if let domainState = answer["domainState"]?.string {
        note(place) { $0.domainState = Data(domainState.utf8) }
      }
      reply(true, nil)
    case .failure(let error):
      reply(false, error.asSeenByTheApp)
    }
  }

  /// Finds the sensor out, for an evaluation sets it as a check does. The call does not name this context, so
  /// that it does not change it, and is none that a harness orders to fail.
  private func learnBiometryType(_ place: Place) {
    guard state.withLock({ $0.counterparts[place.address]?.biometryType == nil }) else { return }
    guard let answer = try? place.process.call("getDomainState") else { return }
    note(place) { $0.biometryType = LABiometryType(wireName: answer["biometryType"]?.string) }
  }

  /// Sets or removes the application password of the context; an invalidated one takes none.
  func setCredential(_ credential: Data?, _ options: [String: WireValue]) -> Bool {
    guard !isInvalidated else { return false }
    do {
      let place = try place(options)
      _ = try place.process.call(
        "setCredential",
        [
          "context": place.id, "type": "applicationPassword",
          "credentialBase64": credential.map { .string($0.base64EncodedString()) } ?? .null,
        ])
      note(place) { $0.isCredentialSet = credential != nil }
      return true
    } catch {
      return false
    }
  }
}

/// A context that is kept while somebody is asked; nothing is called on it.
private final class Kept: @unchecked Sendable {
  private var context: LAContext?
  init(_ context: LAContext) { self.context = context }
  func release() { context = nil }
}

extension DeviceSimulatorError {
  /// A device's own error as the type that an app expects; any other as it is.
  var asSeenByTheApp: any Error {
    domain == LAErrorDomain ? LAError(code: code, message: message) : self
  }
}

extension LAError {
  /// Reads an error object of the wire.
  init(wire error: WireValue) {
    self.init(code: error["code"]?.integer ?? 0, message: error["message"]?.string ?? "")
  }

  /// An error with a sentence for the app's user, and one for the developer.
  init(code: Int, message: String) {
    let userInfo = [
      NSLocalizedDescriptionKey: Code(rawValue: code)?.sentence ?? "Authentication failed.",
      NSDebugDescriptionErrorKey: message,
    ]
    self.init(_nsError: NSError(domain: LAErrorDomain, code: code, userInfo: userInfo))
  }
}

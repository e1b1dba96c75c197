import Foundation
import Synchronization

/// The part of an ``LAContext`` that threads can share: its counterpart on the device, and what is known of it.
final class ContextCore: Sendable {
  private let state = Mutex(State())
  /// Where reply handlers run: on no thread of the app, and never inside its call. A handler that blocks delays
  /// only those of its own context.
  private let replies = DispatchQueue(label: "devicesim.reply")

  private struct State {
    /// The process of the app, once a device was found.
    var process: DaemonConnection?
    /// Its id on the device, after the first call.
    var id: String?
    var isInvalidated = false
    var biometryType: LABiometryType?
    var domainState: Data?
    var isCredentialSet = false
  }

  /// The counterpart on the device, and the connection that created it.
  struct Place: Sendable {
    let process: DaemonConnection
    let id: WireValue
  }

  /// Finds the device. If there is none, the first call tries again and says why it failed.
  init() {
    let process = try? AppProcess.atWork(try DeviceBinding.resolve())
    state.withLock { $0.process = process }
  }

  /// Returns the counterpart, and creates it at the first use: until then the app may set the titles and the
  /// reason for keychain prompts.
  func place(_ options: [String: WireValue]) throws(DeviceSimulatorError) -> Place {
    try state.withLock { state throws(DeviceSimulatorError) in
      let process: DaemonConnection
      if let known = state.process {
        process = known
      } else {
        process = try AppProcess.atWork(try DeviceBinding.resolve())
        state.process = process
      }
      if let id = state.id { return Place(process: process, id: .string(id)) }
      let id = try process.call("createContext", options)["context"]?.string ?? ""
      state.id = id
      if state.isInvalidated { process.notify("invalidateContext", ["context": .string(id)]) }
      return Place(process: process, id: .string(id))
    }
  }

  /// The sensor; `none` before the first check or evaluation.
  var biometryType: LABiometryType { state.withLock { $0.biometryType ?? .none } }

  /// The domain state of the last biometric check or match.
  var domainState: Data? { state.withLock { $0.domainState } }

  /// Whether an application password was set.
  var isCredentialSet: Bool { state.withLock { $0.isCredentialSet } }

  /// Ends what is pending; later calls find the context invalidated.
  func invalidate() {
    state.withLock { state in
      state.isInvalidated = true
      if let process = state.process, let id = state.id {
        process.notify("invalidateContext", ["context": .string(id)])
      }
    }
  }

  /// Asks whether a policy can be evaluated; throws if it cannot.
  func check(_ policy: LAPolicy, _ options: [String: WireValue]) throws {
    let answer: WireValue
    do {
      let place = try place(options)
      answer = try place.process.call(
        "canEvaluatePolicy", ["policy": .string(policy.wireName), "context": place.id])
    } catch {
      throw error.asSeenByTheApp
    }
    state.withLock { state in
      state.biometryType = LABiometryType(wireName: answer["biometryType"]?.string)
      state.domainState = answer["domainState"]?.string.map { Data($0.utf8) }
    }
    if let error = answer["error"] { throw LAError(wire: error) }
  }

  /// Asks the user; `reply` is called once, on a queue of the library.
  func evaluate(
    _ method: String, _ parameters: [String: WireValue], _ options: [String: WireValue],
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    do {
      let place = try place(options)
      learnBiometryType(place)
      let parameters = parameters.merging(["context": place.id]) { $1 }
      place.process.send(method, parameters) { outcome in
        self.replies.async { self.conclude(outcome, reply) }
      }
    } catch {
      replies.async { reply(false, error.asSeenByTheApp) }
    }
  }

  private func conclude(_ outcome: DaemonConnection.Outcome, _ reply: (Bool, (any Error)?) -> Void) {
    switch outcome {
    case .success(let answer):
      if let domainState = answer["domainState"]?.string {
        state.withLock { $0.domainState = Data(domainState.utf8) }
      }
      reply(true, nil)
    case .failure(let error):
      reply(false, error.asSeenByTheApp)
    }
  }

  /// Finds the sensor out, for an evaluation sets it as a check does. The call does not name this context, so
  /// that it does not change it.
  private func learnBiometryType(_ place: Place) {
    guard state.withLock({ $0.biometryType == nil }) else { return }
    let policy = LAPolicy.deviceOwnerAuthenticationWithBiometrics.wireName
    guard let answer = try? place.process.call("canEvaluatePolicy", ["policy": .string(policy)]) else {
      return
    }
    state.withLock { $0.biometryType = LABiometryType(wireName: answer["biometryType"]?.string) }
  }

  /// Sets or removes the application password of the context.
  func setCredential(_ credential: Data?, _ options: [String: WireValue]) -> Bool {
    do {
      let place = try place(options)
      _ = try place.process.call(
        "setCredential",
        [
          "context": place.id, "type": "applicationPassword",
          "credentialBase64": credential.map { .string($0.base64EncodedString()) } ?? .null,
        ])
    } catch {
      return false
    }
    state.withLock { $0.isCredentialSet = credential != nil }
    return true
  }
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

  init(code: Int, message: String) {
    self.init(
      _nsError: NSError(domain: LAErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: message]))
  }
}

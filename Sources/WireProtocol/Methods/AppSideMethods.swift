import DeviceModel
import Schema

extension MethodTable {
  static let appSideMethods: [Method] = [
    Method(
      "createContext", .appSide, "Creates an authentication context, as LAContext() does.",
      details: "It belongs to this connection and ends with it.",
      result: [Field("context", .identifier("c"), required: true, "its id on this device")],
      errors: ["appTerminated"],
      example: (#"{"fallbackTitle":"Use PIN"}"#, #"{"context":"c1"}"#)
    ) { Parameters(.members, .appSide) { .command(.createContext(app: $1, $0)) } },

    Method(
      "invalidateContext", .appSide,
      "Ends a context: a pending evaluation ends with appCancel, later ones with "
        + "invalidContext.",
      positional: 1, result: [.changed], errors: ["unknownContext", "appTerminated"],
      example: (#"{"context":"c1"}"#, #"{"changed":true}"#)
    ) { Parameters(.context, .appSide) { .command(.invalidateContext(app: $1, $0)) } },

    Method(
      "canEvaluatePolicy", .appSide, "Says whether a policy can be evaluated now; never shows a prompt.",
      details: "A policy that cannot be evaluated is an answer, not an error: `error` says why.",
      positional: 1,
      result: [
        Field("canEvaluate", .boolean, required: true, "the answer"),
        Field(
          "biometryType", .cases(BiometryType.self), required: true,
          "the sensor, whatever the answer"),
        Field("error", .error, "why not"),
        domainState,
      ],
      errors: ["unknownContext", "appTerminated"],
      example: (
        #"{"policy":"deviceOwnerAuthenticationWithBiometrics"}"#,
        #"{"canEvaluate":false,"biometryType":"faceID","error":{"code":-8,"message":"biometry is locked out: "#
          + #"enter the passcode","data":{"domain":"com.apple.LocalAuthentication","name":"biometryLockout"}}}"#
      )
    ) {
      Parameters(.policy, .context, .appSide) { .command(.canEvaluatePolicy(app: $2, $0, context: $1)) }
    },

    Method(
      "evaluatePolicy", .appSide, "Asks the device owner; answered when the prompt ends.",
      details:
        "Never answered early: a prompt that nobody answers waits for ever, as on a device. Other requests of the "
        + "connection go on meanwhile.",
      positional: 2,
      result: evaluated,
      errors: evaluationErrors,
      example: (
        #"{"policy":"biometrics","reason":"Sign in"}"#,
        #"{"success":true,"method":"biometry","domainState":"5f0c5a8e9d3b41c7"}"#
      ), mayShowPrompt: true
    ) {
      Parameters(.policy, .reason, .evaluationOptions(), .appSide) { policy, reason, options, app in
        .command(.evaluate(app: app, options.asking(.policy(policy), reason)))
      }
    },

    Method(
      "getDomainState", .appSide, "Returns values that change with who can authenticate.",
      result: [
        Field(
          "domainState", .nullable(.nonEmpty), required: true,
          "null until a biometric check or match of this context succeeded; changes with the enrolment"),
        Field("biometryType", .cases(BiometryType.self), required: true, "the sensor"),
        Field("stateHash", .nonEmpty, "changes with the enrolment; absent: nobody is enrolled"),
        Field(
          "companions", .array(of: .cases(Companion.Kind.self)), required: true, "the companions in reach"),
      ],
      errors: ["unknownContext", "appTerminated"],
      example: (
        #"{"context":"c1"}"#,
        #"{"domainState":null,"biometryType":"faceID","stateHash":"5f0c5a8e9d3b41c7","companions":["watch"]}"#
      )
    ) { Parameters(.context, .appSide) { .command(.domainState(app: $1, context: $0)) } },
  ]

  /// How an evaluation can fail.
  static let evaluationErrors = [
    "authenticationFailed", "userCancel", "userFallback", "systemCancel", "passcodeNotSet",
    "biometryNotAvailable", "biometryNotEnrolled", "biometryLockout", "biometryNotPaired",
    "biometryDisconnected", "appCancel", "invalidContext",
    "companionNotAvailable", "notInteractive", "unknownContext", "appTerminated",
  ]

  /// What a successful evaluation returns.
  static let evaluated = [
    Field("success", .boolean, required: true, "always true; a failure is an error"),
    Field(
      "method", .cases(AuthenticationMethod.self), required: true, "who satisfied it; context: nobody had to"),
    domainState,
  ]
  private static let domainState = Field(
    "domainState", .nonEmpty, "changes with every change of the enrolment; absent where there is none")
}

extension Parameter where Value == EvaluationRequest {
  /// How to ask; what is asked comes beside it.
  static func evaluationOptions(without excluded: String? = nil) -> Self {
    .members(
      of: Record(EvaluationRequest.options.members.filter { $0.field.name != excluded }),
      from: { EvaluationRequest(policy: .deviceOwnerAuthentication) })
  }
}

extension EvaluationRequest {
  /// The same for a subject.
  func asking(_ subject: Subject, _ reason: String) -> Self {
    var request = self
    request.subject = subject
    request.reason = reason
    return request
  }
}

import DeviceModel

extension MethodTable {
  static let appSideMethods: [Method] = [
    Method(
      "createContext", .appSide, "Makes an authentication context, as LAContext() does.",
      details: "It belongs to this connection and ends with it.",
      parameters: [
        interactionNotAllowed, reuseDuration, fallbackTitle, cancelTitle,
        Field("reason", .string(), "the reason for prompts that give none"),
        appSide,
      ],
      result: [Field("context", .identifier("c"), required: true, "its id on this device")],
      errors: ["appTerminated"],
      example: (#"{"fallbackTitle":"Use PIN"}"#, #"{"context":"c1"}"#)
    ) { .command(.createContext(app: $0.string("app"), $0.contextOptions)) },

    Method(
      "invalidateContext", .appSide,
      "Ends a context: a pending evaluation ends with appCancel, later ones with "
        + "invalidContext.",
      parameters: [Field.context.required().summary("which context"), appSide], positional: 1,
      result: [.changed], errors: ["unknownContext", "appTerminated"],
      example: (#"{"context":"c1"}"#, #"{"changed":true}"#)
    ) { arguments throws(WireError) in
      guard let context = arguments.context else {
        preconditionFailure("validation lets no request through without its context")
      }
      return .command(.invalidateContext(app: arguments.string("app"), context))
    },

    Method(
      "canEvaluatePolicy", .appSide, "Tells whether a policy could be satisfied now; never shows a prompt.",
      details: "A policy that cannot be evaluated is an answer, not an error: `error` says why.",
      parameters: [Field.policy.required(commandLineDefault: "biometrics"), .context, appSide], positional: 1,
      result: [
        Field("canEvaluate", .boolean, required: true, "the answer"),
        Field(
          "biometryType", .enumeration(BiometryType.allCases.map(\.wireName)), required: true,
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
    ) { .command(.canEvaluatePolicy(app: $0.string("app"), $0.policy, context: $0.context)) },

    Method(
      "evaluatePolicy", .appSide, "Asks the device owner; answered when the prompt ends.",
      details:
        "Never answered early: a prompt that nobody answers waits for ever, as on a device. Other requests of the "
        + "connection go on meanwhile.",
      parameters: [
        Field.policy.required(commandLineDefault: "biometrics"),
        Field("reason", .nonEmpty, "what the app says it is for").required(commandLineDefault: "devicesim"),
        .context, fallbackTitle, cancelTitle, reuseDuration, interactionNotAllowed, appSide,
      ], positional: 2,
      result: evaluated,
      errors: [
        "authenticationFailed", "userCancel", "userFallback", "systemCancel", "passcodeNotSet",
        "biometryNotAvailable", "biometryNotEnrolled", "biometryLockout", "appCancel", "invalidContext",
        "companionNotAvailable", "notInteractive", "unknownContext", "appTerminated",
      ],
      example: (
        #"{"policy":"biometrics","reason":"Sign in"}"#,
        #"{"success":true,"method":"biometry","domainState":"5f0c5a8e9d3b41c7"}"#
      )
    ) { .command(.evaluate(app: $0.string("app"), $0.evaluationRequest)) },

    Method(
      "getDomainState", .appSide, "Returns the value that changes with every change of the enrolment.",
      parameters: [.context, appSide],
      result: [
        Field(
          "domainState", .nullable(.nonEmpty), required: true,
          "null until a biometric check or match of this context succeeded")
      ],
      errors: ["unknownContext", "appTerminated"],
      example: (#"{"context":"c1"}"#, #"{"domainState":"5f0c5a8e9d3b41c7"}"#)
    ) { .command(.domainState(app: $0.string("app"), context: $0.context)) },
  ]

  /// What a successful evaluation returns.
  static let evaluated = [
    Field("success", .boolean, required: true, "always true; a failure is an error"),
    Field(
      "method", .cases(AuthenticationMethod.self), required: true, "who satisfied it; context: nobody had to"),
    domainState,
  ]
  static let appSide = Field.app.summary(
    "bundle id of the app that asks; without it the context's, else com.example.app")
  static let interactionNotAllowed = Field(
    "interactionNotAllowed", .boolean, "fail with notInteractive rather than show a prompt; false without it")
  private static let reuseDuration = Field(
    "reuseDuration", .seconds,
    "seconds for which a biometric device unlock counts as the answer; 0 without it, at most 300 count")
  static let fallbackTitle = Field(
    "fallbackTitle", .string(), "title of the fallback button; empty: there is none")
  static let cancelTitle = Field(
    "cancelTitle", .string(), "title of the cancel button; empty: the default")
  private static let domainState = Field(
    "domainState", .nonEmpty, "changes with every change of the enrolment; absent where there is none")
}

extension Arguments {
  /// The context that is named, if one is.
  var context: ContextID? { string("context").flatMap { ContextID($0) } }

  fileprivate var policy: Policy {
    string("policy").flatMap(PolicyName.policy) ?? .deviceOwnerAuthenticationWithBiometrics
  }

  fileprivate var contextOptions: ContextOptions {
    var options = ContextOptions()
    options.interactionNotAllowed = bool("interactionNotAllowed") ?? false
    options.reuseDuration = nanoseconds("reuseDuration") ?? .zero
    options.fallbackTitle = string("fallbackTitle")
    options.cancelTitle = string("cancelTitle")
    options.reason = string("reason")
    return options
  }

  fileprivate var evaluationRequest: EvaluationRequest {
    evaluationRequest(of: .policy(policy))
  }

  /// What to evaluate, with what the request says on how to ask.
  func evaluationRequest(of subject: EvaluationRequest.Subject) -> EvaluationRequest {
    var request = EvaluationRequest(subject, reason: string("reason"), context: context)
    request.fallbackTitle = string("fallbackTitle")
    request.cancelTitle = string("cancelTitle")
    request.reuseDuration = nanoseconds("reuseDuration")
    request.interactionNotAllowed = bool("interactionNotAllowed")
    return request
  }
}

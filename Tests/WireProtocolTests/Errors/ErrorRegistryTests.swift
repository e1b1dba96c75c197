import DeviceModel
import JSON
import Testing
import WireProtocol

@Suite struct ErrorRegistryTests {
  @Test("the numbers are those of the reference")
  func numbers() {
    let reference = """
      parseError -32700 invalidRequest -32600 methodNotFound -32601 invalidParams -32602 internalError -32603
      unknownDevice -32001 deviceExists -32002 ambiguousDevice -32003 wrongModality -32004 noSuchControl -32005
      unknownContext -32006 notPermitted -32007 limitExceeded -32008 timeout -32009 appTerminated -32010
      unknownSnapshot -32011 refused -32012 lineTooLong -32013 shuttingDown -32014 cancelled -32015
      notDelivered -32016 notStored -32017
      authenticationFailed -1 userCancel -2 userFallback -3 systemCancel -4 passcodeNotSet -5
      biometryNotAvailable -6 biometryNotEnrolled -7 biometryLockout -8 appCancel -9 invalidContext -10
      companionNotAvailable -11 biometryNotPaired -12 biometryDisconnected -13 invalidDimensions -14
      notInteractive -1004
      param -50 userCanceled -128 notAvailable -25291 authFailed -25293 duplicateItem -25299 itemNotFound -25300
      noSuchAttr -25303 interactionNotAllowed -25308 decode -26275 missingEntitlement -34018
      corruptedData -3
      """
    let words = reference.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(ErrorRegistry.all.flatMap { [$0.name, "\($0.code)"] } == words)
  }

  @Test("a name stands for one error, and a number for one in its domain")
  func unique() {
    #expect(Set(ErrorRegistry.all.map(\.name)).count == ErrorRegistry.all.count)
    #expect(Set(ErrorRegistry.all.map { "\($0.domain) \($0.code)" }).count == ErrorRegistry.all.count)
  }

  @Test("every error of the model's own list has its name")
  func modelNames() {
    let codes: [(LAErrorCode, String)] = [
      (.authenticationFailed, "authenticationFailed"), (.userCancel, "userCancel"),
      (.userFallback, "userFallback"), (.systemCancel, "systemCancel"), (.passcodeNotSet, "passcodeNotSet"),
      (.biometryNotAvailable, "biometryNotAvailable"), (.biometryNotEnrolled, "biometryNotEnrolled"),
      (.biometryLockout, "biometryLockout"), (.appCancel, "appCancel"), (.invalidContext, "invalidContext"),
      (.companionNotAvailable, "companionNotAvailable"), (.biometryNotPaired, "biometryNotPaired"),
      (.biometryDisconnected, "biometryDisconnected"), (.invalidDimensions, "invalidDimensions"),
      (.notInteractive, "notInteractive"),
    ]
    for (code, name) in codes {
      let error = WireError(.localAuthentication(code))
      #expect(error.name == name)
      #expect(error.code == code.rawValue)
      #expect(!error.message.isEmpty)
    }
  }

  @Test("a number that nobody knows stays what it is")
  func unknown() {
    let error = WireError(.localAuthentication(LAErrorCode(rawValue: -4711)))
    #expect(error.code == -4711)
    #expect(error.name == "unknown")
    #expect(error.message == "LAError -4711")
  }

  @Test("every entry is explained in one line")
  func explained() {
    for entry in ErrorRegistry.all { #expect(!entry.summary.isEmpty && !entry.summary.contains("\n")) }
  }
}

import DeviceModel

extension MethodTable {
  static let clockMethods: [Method] = [
    Method(
      "setClock", .clock, "Says whose time the device runs on, and what its wall clock shows.",
      details:
        "The monotonic clock goes on from where it is and never back; only the wall clock can be set. Setting it "
        + "opens no reuse window and ends no back-off.",
      parameters: [
        Field("mode", .cases(ClockMode.self), "real, or manual: only advanceClock moves it"),
        Field("wallTime", .number(-62_135_596_800...253_402_300_799), "date and time in Unix seconds"),
      ], positional: 1,
      result: [.changed],
      example: (#"{"mode":"manual"}"#, #"{"changed":true,"seq":4}"#)
    ) { arguments throws(WireError) in
      guard arguments.has("mode") || arguments.has("wallTime") else {
        throw .invalidParams(
          "mode", "setClock needs mode (one of real, manual) or wallTime",
          accepted: .strings(ClockMode.allCases.map(\.rawValue)))
      }
      return .command(.setClock(mode: arguments.enumeration("mode"), wallTime: arguments.number("wallTime")))
    },

    Method(
      "advanceClock", .clock, "Moves a manual clock forward; what falls due happens in order.",
      parameters: [Field("seconds", .seconds, required: true, "how far")], positional: 1,
      result: [.changed], errors: ["refused"],
      example: (#"{"seconds":60}"#, #"{"changed":true,"seq":15}"#)
    ) { .command(.advanceClock($0.nanoseconds("seconds") ?? .zero)) },
  ]
}

import DeviceModel
import Schema

extension MethodTable {
  static let clockMethods: [Method] = [
    Method(
      "setClock", .clock, "Chooses the real or a manual clock, and sets the wall clock.",
      details:
        "The monotonic clock continues and never goes back; only the wall clock can be set. Setting it "
        + "opens no reuse window and ends no back-off.",
      positional: 1,
      result: [.changed],
      example: (#"{"mode":"manual"}"#, #"{"changed":true,"seq":4}"#)
    ) {
      Parameters(
        .optional("mode", .cases, "real, or manual: only advanceClock moves it"),
        .optional(
          "wallTime", .number(-62_135_596_800...253_402_300_799), "date and time in Unix seconds")
      ) { (mode: ClockMode?, wallTime: Double?) throws(Mismatch) in
        if mode == nil, wallTime == nil {
          throw .rule(
            "mode", "setClock needs mode (one of real, manual) or wallTime",
            accepted: .values(ClockMode.allCases.map(\.rawValue)))
        }
        return .command(.setClock(mode: mode, wallTime: wallTime))
      }
    },

    Method(
      "advanceClock", .clock, "Moves a manual clock forward; what falls due happens in order.",
      positional: 1,
      result: [.changed], errors: ["refused"],
      example: (#"{"seconds":60}"#, #"{"changed":true,"seq":15}"#)
    ) { Parameters(.required("seconds", .seconds, "how far")) { .command(.advanceClock($0)) } },
  ]
}

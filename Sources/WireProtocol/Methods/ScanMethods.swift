import DeviceModel
import Schema

extension MethodTable {
  static let scanMethods: [Method] = [
    scan("matchingFace", genuine: true, .face, "Shows an enrolled face to the sensor.", example: "succeeded"),
    scan("nonMatchingFace", genuine: false, .face, "Shows a face that is not enrolled to the sensor."),
    scan(
      "matchingFinger", genuine: true, .finger, "Puts an enrolled finger on the sensor.", example: "succeeded"
    ),
    scan("nonMatchingFinger", genuine: false, .finger, "Puts a finger that is not enrolled on the sensor."),
    scan(
      "matchingTouch", genuine: true, .finger, "Another name of matchingFinger.", example: "succeeded",
      aliasOf: "matchingFinger"),
    scan(
      "nonMatchingTouch", genuine: false, .finger, "Another name of nonMatchingFinger.",
      aliasOf: "nonMatchingFinger"),
    scan("matchingEyes", genuine: true, .eyes, "Shows enrolled eyes to the sensor.", example: "succeeded"),
    scan("nonMatchingEyes", genuine: false, .eyes, "Shows eyes that are not enrolled to the sensor."),
    scan(
      "match", genuine: true, nil, "Scans somebody enrolled, whatever the sensor is.", example: "succeeded"),
    scan("nonMatch", genuine: false, nil, "Scans somebody not enrolled, whatever the sensor is."),
    .response(
      "unreadableScan", .scans,
      "Presents what the sensor cannot read: a wet finger, nobody before the camera.",
      details:
        "It reaches the prompt and counts as nothing. Touch ID goes on scanning; Face ID and Optic ID offer to "
        + "try again.",
      errors: ["refused"],
      example: ("{}", #"{"prompt":"p7","matched":false,"outcome":"pending","failedAttempts":1,"seq":41}"#)
    ) { Parameters { .scan(.unreadable) } },
  ]

  private static func scan(
    _ name: String, genuine: Bool, _ modality: Modality?, _ summary: String,
    example outcome: String = "pending",
    aliasOf: String? = nil
  ) -> Method {
    .response(
      name, .scans, summary, positional: 1,
      errors: modality == nil ? ["noSuchControl"] : ["wrongModality", "noSuchControl"],
      example: (
        "{}",
        #"{"prompt":"p7","matched":\#(genuine),"outcome":"\#(outcome)","failedAttempts":\#(genuine ? 0 : 1),"seq":41}"#
      ), aliasOf: aliasOf
    ) {
      Parameters(.identity.summary(whoIsScanned(genuine))) {
        .scan(Scan(isGenuine: genuine, modality: modality, identity: $0))
      }
    }
  }

  private static func whoIsScanned(_ genuine: Bool) -> String {
    genuine
      ? "who is scanned; one that is not enrolled does not match; default: the first enrolled identity"
      : "who is scanned; of no effect, for it does not match"
  }
}

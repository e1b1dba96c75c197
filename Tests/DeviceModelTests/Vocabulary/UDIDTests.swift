import DeviceModel
import Testing

/// "The state of a device" in `Protocol/README.md`.
@Suite("UDIDs")
struct UDIDTests {
  /// As Python's `uuid.uuid5` makes them.
  @Test(
    "a device's UDID is the UUID of version 5 of its name",
    arguments: [
      ("default", "C650563F-0E4F-54D3-8AEB-2B09A285E101"),
      ("my phone", "03EC5B78-C943-5607-B24F-9E1E2581DBBD"),
      ("Zoë’s 📱", "C4059A0F-65D6-56CE-A0B1-2E390B2EFD38"),
      (String(repeating: "x", count: 255), "A5B04D5B-D2AF-50B2-AD93-5C90A6C304C0"),
    ])
  func derived(name: String, udid: String) { #expect(UDID.ofDevice(named: name) == udid) }

  @Test("every length of a name has one of its own, of version 5 and variant 1")
  func lengths() {
    let udids = (1...255).map { UDID.ofDevice(named: String(repeating: "a", count: $0)) }
    #expect(Set(udids).count == 255)
    for udid in udids {
      let characters = Array(udid)
      #expect(characters.count == 36 && characters[14] == "5" && "89AB".contains(characters[19]))
    }
  }

  @Test(
    "a name that is a UUID is the UDID as it stands",
    arguments: ["0E984725-C51C-4BF4-9960-E1C80E27ABA0", "0e984725-c51c-4bf4-9960-e1c80e27aba0"])
  func named(name: String) { #expect(UDID.ofDevice(named: name) == name) }

  @Test(
    "what only looks like a UUID is a name",
    arguments: [
      "0E984725-C51C-4BF4-9960-E1C80E27ABA", "0E984725-C51C-4BF4-9960-E1C80E27ABA00",
      "0E984725-C51C-4BF4-9960-E1C80E27ABAG", "0E984725xC51C-4BF4-9960-E1C80E27ABA0",
      "0E984725-C51C-4BF4-9960-E1C80E27AB\u{E9}", "0E984725C-51C-4BF4-9960-E1C80E27ABA0",
    ])
  func lookalike(name: String) {
    let udid = UDID.ofDevice(named: name)
    #expect(udid != name && udid.utf8.count == 36)
  }
}

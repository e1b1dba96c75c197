import DeviceModel

/// Whose number an error's `code` is; numbers of different domains may coincide.
package enum ErrorDomain: String, CaseIterable, Sendable {
  case localAuthentication = "com.apple.LocalAuthentication"
  case osStatus = "NSOSStatusErrorDomain"
  case cryptoTokenKit = "CryptoTokenKit"
  case jsonrpc
  case devicesim
}

/// Every error that can go over the wire, in one table.
package enum ErrorRegistry {
  /// One error: what a client keys on, its number, and what it means.
  package struct Entry: Equatable, Sendable {
    package var domain: ErrorDomain
    package var name: String
    package var code: Int
    /// One line for a person.
    package var summary: String
  }

  /// The errors, domain by domain.
  package static let all = jsonrpc + devicesim + localAuthentication + osStatus + cryptoTokenKit

  private static func entries(in domain: ErrorDomain) -> [Entry] {
    switch domain {
    case .localAuthentication: localAuthentication
    case .osStatus: osStatus
    case .cryptoTokenKit: cryptoTokenKit
    case .jsonrpc: jsonrpc
    case .devicesim: devicesim
    }
  }

  /// The errors that any request may meet, whatever its method.
  package static let common = [
    "parseError", "invalidRequest", "methodNotFound", "invalidParams", "internalError", "unknownDevice",
    "ambiguousDevice", "notPermitted", "limitExceeded", "lineTooLong", "shuttingDown", "cancelled",
    "notStored",
  ]

  /// Looks an error up by its name; the simulator's and JSON-RPC's own come before Apple's.
  package static func find(_ name: String, in domain: ErrorDomain? = nil) -> Entry? {
    // Few have a name of that length.
    let count = name.utf8.count
    return (domain.map(entries) ?? all).first { $0.name.utf8.count == count && $0.name == name }
  }

  /// Looks an error up by its number.
  package static func find(_ code: Int, in domain: ErrorDomain) -> Entry? {
    entries(in: domain).first { $0.code == code }
  }

  private static func table(_ domain: ErrorDomain, _ rows: [(Int, String, String)]) -> [Entry] {
    rows.map { Entry(domain: domain, name: $0.1, code: $0.0, summary: $0.2) }
  }

  private static let jsonrpc = table(
    .jsonrpc,
    [
      (-32700, "parseError", "the line is not one JSON text in UTF-8"),
      (-32600, "invalidRequest", "JSON, but not a request of JSON-RPC 2.0"),
      (-32601, "methodNotFound", "no method has that name; `data.nearest` is the most similar one"),
      (
        -32602, "invalidParams",
        "a parameter is unknown, missing, given twice or of the wrong type; `data.parameter` says which, "
          + "`data.accepted` what it takes"
      ),
      (-32603, "internalError", "the daemon failed, which is a bug in it"),
    ])

  private static let devicesim = table(
    .devicesim,
    [
      (-32001, "unknownDevice", "no device has that name"),
      (-32002, "deviceExists", "a device of that name is already there"),
      (-32003, "ambiguousDevice", "several devices and no `default`; `data.devices` lists them"),
      (-32004, "wrongModality", "a scan of something this device's sensor does not scan"),
      (
        -32005, "noSuchControl",
        "the prompt does not have that button or field; `data.shown` lists its buttons"
      ),
      (
        -32006, "unknownContext",
        "this connection has no such context, or has it no more: a reset, or a new one in its place"
      ),
      (-32007, "notPermitted", "the socket for the app under test takes only the app's own methods"),
      (-32008, "limitExceeded", "more than the daemon keeps or allows; `data.limit` is the bound"),
      (-32009, "timeout", "the timeout is over"),
      (
        -32010, "appTerminated",
        "the app of this connection was terminated; a new connection launches it again"
      ),
      (-32011, "unknownSnapshot", "no snapshot has that name"),
      (-32012, "refused", "the rules of the device forbid it; `data.reason` says which"),
      (-32013, "lineTooLong", "the line is longer than the limit; it was discarded"),
      (-32014, "shuttingDown", "the daemon is about to exit"),
      (-32015, "cancelled", "the caller cancelled the request, or a reset ended what it waited for"),
      (-32016, "notDelivered", "a scan, tap or passcode that reached nobody; `data.reason` says why"),
      (
        -32017, "notStored",
        "nothing was done, because it could not be written to the journal: the disk is full or failed, or the state folder is gone"
      ),
    ])

  private static let localAuthentication = LAErrorCode.described.map {
    Entry(domain: .localAuthentication, name: $0.name, code: $0.code.rawValue, summary: $0.summary)
  }

  private static let osStatus = OSStatusCode.described.map {
    Entry(domain: .osStatus, name: $0.name, code: $0.code.rawValue, summary: $0.summary)
  }

  private static let cryptoTokenKit = table(
    .cryptoTokenKit,
    [(-3, "corruptedData", "a private key cannot be used any more: its enrolment is gone")])
}

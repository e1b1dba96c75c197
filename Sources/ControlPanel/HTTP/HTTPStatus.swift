/// The statuses that the panel answers with.
enum HTTPStatus: Int, Error, Equatable, Sendable {
  case ok = 200
  case accepted = 202
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case lengthRequired = 411
  case contentTooLarge = 413
  case unsupportedMediaType = 415
  case headersTooLarge = 431
  case noDaemon = 502
  case busy = 503

  /// What stands behind the number; nobody reads it.
  var phrase: String {
    switch self {
    case .ok: "OK"
    case .accepted: "Accepted"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .unsupportedMediaType: "Unsupported Media Type"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .noDaemon: "Bad Gateway"
    case .busy: "Service Unavailable"
    }
  }
}

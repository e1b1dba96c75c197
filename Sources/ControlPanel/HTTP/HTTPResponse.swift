/// Answers as bytes. Each is the only one on its connection.
enum HTTPResponse {
  /// What every answer says: it is kept nowhere, shown in no frame, and tells no other page where it came from.
  private static let always = [
    "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Frame-Options: DENY",
    "X-Content-Type-Options: nosniff", "Cross-Origin-Opener-Policy: same-origin",
    "Cross-Origin-Resource-Policy: same-origin",
  ]
  /// The policy of what is no page.
  private static let nothing = "default-src 'none'; frame-ancestors 'none'"

  /// An answer with a body whose length is known.
  ///
  /// - Parameter policy: what the page may load and run.
  static func whole(
    _ status: HTTPStatus, _ body: [UInt8] = [], type: String? = nil, policy: String = nothing,
    _ more: [String] = []
  ) -> [UInt8] {
    head(status, type, policy, more + ["Content-Length: \(body.count)"]) + body
  }

  /// The beginning of an answer that goes on until the connection ends: events, as `EventSource` reads them.
  static let streamHead = head(.ok, "text/event-stream", nothing, [])

  private static func head(_ status: HTTPStatus, _ type: String?, _ policy: String, _ more: [String])
    -> [UInt8]
  {
    var lines = ["HTTP/1.1 \(status.rawValue) \(status.phrase)"] + always
    lines.append("Content-Security-Policy: \(policy)")
    if let type { lines.append("Content-Type: \(type); charset=utf-8") }
    lines += more
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }
}

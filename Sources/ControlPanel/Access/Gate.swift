/// Who may use the panel: who has the printed address once, and from then on the browser that it gave its cookie to.
///
/// The token stays the path of everything that there is, and of the cookie: browsers send the cookies of a host to all
/// its ports, and a server of another user on this machine, which does not know the path, gets this one from none.
///
/// A page of another origin, or one that reached this port under another name, is not even answered.
struct Gate: Sendable {
  /// What requests must have in `Host`.
  let host: String
  private let token = Secret()
  private let cookie = Secret()
  /// Whether the token was exchanged for the cookie.
  private(set) var isOpened = false
  private static let cookieName = "devicesim-panel"

  init(port: UInt16, host: String) { self.host = "\(host):\(port)" }

  /// What is printed.
  var address: String { "http://\(host)/\(token.text)/" }

  /// What becomes of a request.
  enum Verdict: Equatable {
    /// It gets no answer.
    case stranger
    /// It has neither the token, which works once, nor the cookie.
    case forbidden
    /// It gets the page, and the cookie with it.
    case welcome(setCookie: String)
    /// It has the cookie, and asks for what is behind the token.
    case known(target: Substring)
  }

  /// Looks at a request before anything else does.
  mutating func judge(_ head: RequestHead) -> Verdict {
    guard head.host == host else { return .stranger }
    // Browsers name the origin of every POST, and none for a GET of the page's own.
    if head.origin != "http://\(host)", head.origin != nil || head.method == .post { return .stranger }
    let parts = head.target.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, token.matches(parts[0]) else { return .forbidden }
    if isKnown(head.cookie ?? "") { return .known(target: parts[1]) }
    if isOpened || head.method != .get || !parts[1].isEmpty { return .forbidden }
    isOpened = true
    let attributes = "Path=/\(token.text)/; HttpOnly; SameSite=Strict"
    return .welcome(setCookie: "\(Self.cookieName)=\(cookie.text); \(attributes)")
  }

  private func isKnown(_ cookies: String) -> Bool {
    cookies.split(separator: ";").map { $0.drop { $0 == " " } }.contains { pair in
      pair.hasPrefix("\(Self.cookieName)=") && cookie.matches(pair.dropFirst(Self.cookieName.count + 1))
    }
  }
}

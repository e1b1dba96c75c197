/// Who may use the panel: who has the printed address once, and from then on the browser that it gave its cookie to.
///
/// A page of another origin, or one that reached this port under another name, is not even answered.
struct Gate: Sendable {
  /// What requests must have in `Host`.
  let host: String
  /// Until somebody used it.
  private var token: Secret?
  private let cookie = Secret()
  private let cookieName: String

  init(port: UInt16, host: String) {
    self.host = "\(host):\(port)"
    // The cookies of one host are those of all its ports.
    cookieName = "devicesim-panel-\(port)"
    token = Secret()
  }

  /// What is printed; `nil` once it was used.
  var address: String? { token.map { "http://\(host)/\($0.text)" } }

  /// What becomes of a request.
  enum Verdict: Equatable {
    /// It gets no answer.
    case stranger
    /// It gets the cookie.
    case welcome(setCookie: String)
    /// It has neither the token nor the cookie.
    case forbidden
    /// It has the cookie.
    case known
  }

  /// Looks at a request before anything else does.
  mutating func judge(_ head: RequestHead) -> Verdict {
    guard head.host == host else { return .stranger }
    // Browsers name the origin of every POST, and none for a GET of the page's own.
    if head.origin != "http://\(host)", head.origin != nil || head.method == .post { return .stranger }
    if let token, head.method == .get, token.matches(head.target.dropFirst()) {
      self.token = nil
      return .welcome(setCookie: "\(cookieName)=\(cookie.text); Path=/; HttpOnly; SameSite=Strict")
    }
    let pairs = (head.cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    let isKnown = pairs.contains { pair in
      pair.hasPrefix("\(cookieName)=") && cookie.matches(pair.dropFirst(cookieName.count + 1))
    }
    return isKnown ? .known : .forbidden
  }
}

import LiveView
import Presentation
import Schema
import WireProtocol

/// The page, whole: it loads nothing else, and runs and shows only what its policy names by hash.
struct PanelPage {
  private let html: [UInt8]
  private let policy: String

  /// - Parameter device: what it shows first; `nil`: `default`, or the first there is.
  init(device: String?) {
    let style = Stylesheet.base + PanelStyle.text
    let script = PanelScript.text
    html = Array(PanelMarkup.html(device: device, style: style, script: script).utf8)
    policy = Self.policy(style: style, script: script)
  }

  /// The answer that has it.
  func response(setCookie cookie: String? = nil) -> [UInt8] {
    HTTPResponse.whole(
      .ok, html, type: "text/html", policy: policy, cookie.map { ["Set-Cookie: \($0)"] } ?? [])
  }

  private static func policy(style: String, script: String) -> String {
    [
      "default-src 'none'", "style-src \(hash(style))", "script-src \(hash(script))", "connect-src 'self'",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].joined(separator: "; ")
  }

  private static func hash(_ text: String) -> String { "'sha256-\(Base64.encode(SHA256.hash(text.utf8)))'" }
}

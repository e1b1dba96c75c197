/// The style that all pages begin with: the colours, text, what can be clicked, icons and the drawn phone.
package enum Stylesheet {
  /// The whole of it; what a page adds comes behind.
  package static let base = """
    :root { color-scheme: light dark; \(properties(\.light)) }
    @media screen and (prefers-color-scheme: dark) { :root { \(properties(\.dark)) } }
    \(Colour.allCases.map { ".\($0.rawValue) { color: \($0.css); }" }.joined(separator: "\n"))
    * { box-sizing: border-box; }
    body { background: var(--page); color: var(--text); margin: 0; font: 1rem/1.45 system-ui, sans-serif; }
    h1, h2, h3, p, ul, ol, li, figure { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    a { color: var(--info); }
    code { font: .8125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
    button, .button { font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--faint);
      border-radius: .5rem; padding: .25rem .625rem; }
    button { cursor: pointer; min-height: 2rem; }
    button:hover { border-color: var(--text); }
    button:disabled { color: var(--faint); border-style: dashed; cursor: default; }
    input, select { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--faint);
      border-radius: .375rem; padding: .25rem .5rem; accent-color: var(--info); }
    :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
    .icon { width: 1em; height: 1em; fill: currentColor; flex: none; vertical-align: -.125em; }
    .definitions { position: absolute; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    \(phone)
    """

  private static func properties(_ shade: (Colour) -> UInt32) -> String {
    Colour.allCases.map { "--\($0.rawValue): \(Colour.hex(shade($0)));" }.joined(separator: " ")
  }

  /// The classes of `PhonePicture`.
  private static let phone = """
    .phone { width: 12rem; max-width: 100%; min-height: 7rem; padding: .5rem; display: flex; flex-direction: column;
      gap: .375rem; border: 2px solid var(--faint); border-radius: 1.25rem; background: var(--ground);
      font-size: .8125rem; text-align: center; }
    .phone .behind { font-size: .75rem; color: var(--faint); overflow-wrap: anywhere; }
    .phone .prompt { margin: auto 0; padding: .5rem; border: 1px solid var(--line); border-radius: .875rem;
      background: var(--page); }
    .phone .sensor { font-size: 1.5rem; line-height: 1; color: var(--faint); }
    .phone .sensor.scanning { color: var(--info); }
    .phone .title { font-weight: 600; overflow-wrap: anywhere; }
    .phone .reason { overflow-wrap: anywhere; }
    .phone .entry { margin-top: .25rem; letter-spacing: .25em; border: 1px solid var(--faint); border-radius: .375rem; }
    .phone .buttons { margin-top: .375rem; display: flex; flex-wrap: wrap; gap: .25rem; justify-content: center; }
    .phone .button { padding: .125rem .5rem; overflow-wrap: anywhere; }
    .phone .pressed { color: var(--page); background: var(--tap); border-color: var(--tap); }
    """
}

import DeviceModel
import LiveView
import Presentation
import WireProtocol

/// The page's elements. What changes is empty here, and the script fills it.
enum PanelMarkup {
  static func html(device: String?, style: String, script: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>devicesim panel</title>
    <style>\(style)</style>
    </head>
    <body data-device="\(PlainText.escaped(device ?? ""))">
    \(Icon.definitions())
    <header>
    <h1>devicesim panel</h1>
    <p class="choice"><label for="devices">Device</label> <select id="devices"></select></p>
    <p id="link" role="status">connecting</p>
    </header>
    <main>
    <section class="device" aria-labelledby="device-title">
    <h2 id="device-title">Device</h2>
    <div id="phone" class="phone"><p class="behind">no prompt</p></div>
    <ul id="facts"></ul>
    </section>
    <section class="actions" aria-labelledby="actions-title">
    <h2 id="actions-title">Actions</h2>
    <p class="buttons">\(buttons)</p>
    <p id="outcome" role="status"></p>
    \(ask)
    \(create)
    </section>
    <section class="log" aria-labelledby="log-title">
    <h2 id="log-title">Log</h2>
    <ol id="log" tabindex="0" aria-labelledby="log-title"></ol>
    <p id="spoken" class="hidden" role="status"></p>
    </section>
    <section class="state" aria-labelledby="state-title">
    <h2 id="state-title">State</h2>
    <form id="state">
    <p><button>Set what was changed</button> <button type="button" id="forget">Forget changes</button></p>
    \(StateForm.html)
    </form>
    </section>
    </main>
    <script>\(script)</script>
    </body>
    </html>

    """
  }

  /// What the live view has keys for. Where the method depends on the state, the phone has the buttons.
  private static var buttons: String {
    LiveScreen.keys.compactMap { key in
      key.method.map { method in
        let summary = PlainText.escaped(MethodTable.find(method)?.summary ?? "")
        return "<button type=\"button\" data-method=\"\(method)\" title=\"\(summary)\">"
          + "\(sign(of: method)?.html ?? "") \(key.action)</button>"
      }
    }.joined(separator: "\n")
  }

  /// What comes of a button, as all pages draw it.
  private static func sign(of method: String) -> Sign? {
    switch method {
    case "match": .match
    case "nonMatch": .noMatch
    case "unreadableScan": .unreadable
    case "lockDevice": .deviceLocked
    default: MethodTable.find(method)?.group == .prompt ? .tap : nil
    }
  }

  /// What the app under test would ask, for who has none at hand.
  private static var ask: String {
    let policies = PolicyName.short.map { "<option>\($0.name)</option>" }.joined()
    return """
      <details><summary>Ask as an app</summary>
      <form id="ask">
      <label for="policy">Policy</label><select id="policy">\(policies)</select>
      <label for="reason">Reason</label><input id="reason" value="Sign in" autocomplete="off" required>
      <button>Show the prompt</button>
      </form>
      </details>
      """
  }

  private static var create: String {
    let sensors = Sensor.allCases.map { "<option value=\"\($0.rawValue)\">\($0.name)</option>" }.joined()
    return """
      <details><summary>Another device</summary>
      <form id="create">
      <label for="name">Name</label><input id="name" autocomplete="off" spellcheck="false" required>
      <label for="sensor">Sensor</label><select id="sensor">\(sensors)</select>
      <button>Create it</button>
      </form>
      </details>
      """
  }
}

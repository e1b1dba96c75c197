import Foundation
import Recording
import Testing
import WireProtocol

@Suite("The page of a recording")
struct ReportPageTests {
  @Test("it loads nothing, runs no scripts, and leads only to itself")
  func selfContained() throws {
    let page = ReportPage(try recording(sampleRecording), name: "session").html
    for word in ["<script", "<link", "src=", "@import", "url(", "http://", "https://", "onload", "onclick"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("prefers-color-scheme: dark"))
    let places = Set(page.matches(of: #/ id="([^"]*)"/#).map { String($0.1) })
    for link in page.matches(of: #/href="([^"]*)"/#) {
      #expect(link.1.hasPrefix("#") && places.contains(String(link.1.dropFirst())), "\(link.1)")
    }
  }

  @Test("whatever the session says stays text")
  func escaped() throws {
    let page = ReportPage(try recording(sampleRecording), name: "<b>\"&'").html
    #expect(page.contains("&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;"))
    #expect(page.contains("<title>&lt;b&gt;&quot;&amp;&#39;</title>"))
  }

  @Test("what the session says closes no attribute and turns no writing")
  func attributes() throws {
    let lines = sampleRecording.map {
      $0.replacing(#""outcome":"failed""#, with: #""outcome":"x\"><img>\u202e""#)
    }
    let page = ReportPage(try recording(lines), name: "a\u{202E}b").html
    #expect(!page.contains("<img>") && !page.contains("\u{202E}"))
    #expect(page.contains(#"a\u{202e}b"#))
  }

  @Test("the timeline has the prompt, the scan with its count, the lockout and the jump of the clock")
  func timeline() throws {
    let page = ReportPage(try recording(sampleRecording), name: "session").html
    #expect(
      page.contains(
        ##"<a href="#s1" aria-label="p1 a: &lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt; — failed x">"##
      ))
    #expect(page.contains(#"class="count">5</text>"#))
    #expect(page.contains(##"<a href="#s2" tabindex="-1" aria-label="locked out: failedAttempts">"##))
    #expect(page.contains(#"class="jumptext">+2 h</text>"#))
  }

  @Test("with a manual clock the moments of a timeline have equal distances, however long the host took")
  func equalDistances() throws {
    let steps = (0..<6).map { #"{"time":0,"connection":1,"request":{"id":\#($0),"method":"nonMatch"}}"# }
    let events = (0..<6).map {
      #"{"event":{"seq":\#($0 + 1),"time":0,"kind":"scan","prompt":null,"matched":false,"failedAttempts":1}}"#
    }
    let lines =
      [sampleRecording[0]] + zip(steps, events).flatMap { [$0, $1] } + [#"{"time":0,"end":true,"status":0}"#]
    let page = ReportPage(try recording(lines), name: "session").html
    let places = page.matches(of: #/x="(\d+)" y="\d+" class="count"/#).compactMap { Int($0.1) }
    #expect(places.count == 6 && Set(zip(places, places.dropFirst()).map { $1 - $0 }).count == 1)
  }

  @Test("it names the command, the date, the versions, the clock and the exit status")
  func facts() throws {
    let lines = sampleRecording.map {
      $0.replacing(
        #""clock":"manual""#,
        with: #""clock":"real","command":"run-<my>-tests","date":"2026-01-31T09:05:00.123Z""#)
    }
    let page = ReportPage(try recording(lines), name: "session").html
    for fact in [
      "<dt>Command</dt><dd>run-&lt;my&gt;-tests</dd>", "<dt>Recorded</dt><dd>2026-01-31 09:05 UTC</dd>",
      "<dt>Recorded by</dt><dd>devicesim 0.1.0</dd>", "<dt>Device’s clock</dt><dd>2 h, real time</dd>",
      "<dt>Exit status</dt><dd>3</dd>", "Made by \(Product.name) \(Product.version)",
    ] {
      #expect(page.contains(fact), "\(fact)")
    }
  }

  @Test("a step says in a sentence what happened, shows what the person saw, and what else came of it")
  func steps() throws {
    let page = ReportPage(try recording(sampleRecording), name: "session").html
    let steps = page.components(separatedBy: "<li id=\"s").dropFirst().map {
      $0.components(separatedBy: "</ol>")[0]
    }
    #expect(steps.count == 3)
    #expect(steps[0].contains("a asks for Face ID: “&lt;script&gt;") && steps[0].contains("class=\"phone\""))
    #expect(steps[1].contains(" Face not recognised, 5</h3>"))
    #expect(steps[1].contains("Locked out: too many failed scans</li>"))
    #expect(steps[1].contains("The prompt fails: the app gets x</li>"))
    #expect(steps[1].contains("not recognised</p><p class=\"title\">"), "the scan is in the picture")
    #expect(steps[2].contains(" The clock went on by 2 h</h3>") && !steps[2].contains("class=\"phone\""))
  }

  @Test("an update of a prompt tells only what changed, and draws nothing that stayed")
  func updates() throws {
    let prompt = #""prompt":"p1","app":"a","pane":"biometry","reason":"R""#
    let update = { (number: Int, rest: String) in
      [
        #"{"time":0,"connection":2,"request":{"id":\#(number),"method":"setState"}}"#,
        #"{"event":{"seq":\#(number),"time":0,"kind":"promptUpdated",\#(prompt),\#(rest)}}"#,
      ]
    }
    let lines =
      sampleRecording[...1] + [
        #"{"event":{"seq":1,"time":0,"kind":"promptShown",\#(prompt),"buttons":["cancel"],"scanning":true}}"#
      ] + update(2, #""buttons":["cancel"],"scanning":true,"attempt":1"#)
      + update(3, #""buttons":["fallback","cancel"],"scanning":true,"attempt":1,"fallbackTitle":"Use <PIN>""#)
      + sampleRecording.suffix(1)
    let page = ReportPage(try recording(Array(lines)), name: "session").html
    #expect(page.components(separatedBy: "class=\"phone\"").count == 3)
    #expect(page.contains("The prompt counts the scan"))
    #expect(page.contains("The prompt offers “Use &lt;PIN&gt;” and “Cancel”"))
  }

  @Test("the drawing is well-formed XML")
  func wellFormed() throws {
    let page = ReportPage(try recording(sampleRecording), name: "session").html
    let drawings = page.components(separatedBy: "<svg").dropFirst().map {
      "<svg" + $0.components(separatedBy: "</svg>")[0] + "</svg>"
    }
    #expect(drawings.count > 10)
    for drawing in drawings {
      var open: [Substring] = []
      for tag in drawing.matches(of: #/<(/?)([a-z]+)[^<>]*?(/?)>/#) {
        if !tag.3.isEmpty { continue }
        if tag.1.isEmpty { open.append(tag.2) } else { #expect(open.popLast() == tag.2) }
      }
      #expect(open.isEmpty)
    }
  }
}

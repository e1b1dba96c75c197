import Foundation
import Recording
import Testing

@Suite("The page of a recording")
struct ReportPageTests {
  @Test("it loads nothing and runs no scripts")
  func selfContained() throws {
    let page = ReportPage(try recording(sampleRecording), name: "session").html
    for word in ["<script", "<link", "src=", "href=", "@import", "url(", "http://", "https://", "onload"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("prefers-color-scheme: dark"))
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
    #expect(page.contains(#"class="failed"/>"#))
    #expect(page.contains(#"class="count">5</text>"#))
    #expect(page.contains(#"class="lockout"/>"#))
    #expect(page.contains(#"class="jumptext">+2 h</text>"#))
    #expect(page.contains("<b>7200 s</b>") && page.contains("<b>3</b> exit status"))
  }

  @Test("the drawing is well-formed XML")
  func wellFormed() throws {
    let page = ReportPage(try recording(sampleRecording), name: "session").html
    let drawings = page.components(separatedBy: "<svg").dropFirst().map {
      "<svg" + $0.components(separatedBy: "</svg>")[0] + "</svg>"
    }
    #expect(drawings.count == 2)
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

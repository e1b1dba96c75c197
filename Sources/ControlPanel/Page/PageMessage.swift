/// An event of `EventSource`: its name, and JSON on one line.
struct PageMessage: Equatable {
  let bytes: [UInt8]

  init(_ name: String, _ json: [UInt8]) {
    bytes = Array("event: \(name)\ndata: ".utf8) + json + Array("\n\n".utf8)
  }
}

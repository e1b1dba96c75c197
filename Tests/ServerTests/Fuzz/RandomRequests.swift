import JSON
import Schema
import TestSupport
import WireProtocol

/// Requests made from the method table alone: right in their types, mostly, and at the edges of them.
struct RandomRequests {
  var random: SeededGenerator
  /// Leaves out what makes a device depend on real time.
  var isTimeless = false
  private var lastID = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let texts = [
    "a", "b", "1234", "0000", "com.example.app", "other", "face-1", "default", "d1", "d2", "",
    "\u{1F511}\u{0}",
    "AP8=",
  ]
  private static let names = ["default", "d1", "d2", "d3"]
  /// Not the one that ends it all; and what is exported comes from the daemon only.
  private static let methods = MethodTable.all.filter { !["shutdown", "importState"].contains($0.name) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  /// A request with an id of its own.
  mutating func next() -> (id: Int, method: String, line: String) {
    lastID += 1
    var method = pick(Self.methods)
    // Half of them for the app, which has most to lose.
    if once(in: 2) { method = pick(Self.methods.filter(\.isForApps)) }
    var params: [String: JSONTree] = [:]
    for field in method.parameters where field.isRequired || once(in: 3) {
      params[field.name] = value(of: field)
    }
    if once(in: 3) { params["device"] = .string(pick(Self.names)) }
    // Long answers only now and then.
    if method.name == "rpc.discover", !once(in: 20) { return next() }
    if method.name == "getEvents", !once(in: 20) { params["limit"] = 3 }
    if method.name == "subscribe", !once(in: 5) { params["kinds"] = ["deviceLocked"] }
    if once(in: 50) { params[pick(Self.texts)] = 1 }
    if isTimeless {
      if method.name == "createDevice" { params["clock"] = "manual" }
      if method.name == "setClock" { params["mode"] = nil }
    }
    let line: JSONTree = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method.name), "params": .object(params),
    ]
    return (lastID, method.name, String(decoding: line.bytes, as: UTF8.self))
  }

  private mutating func value(of field: Field) -> JSONTree {
    switch field.name {
    case "device", "as": .string(pick(Self.names))
    // Nothing waits long.
    case "timeout": pick([0, 0.001])
    case "promptTimeout": isTimeless ? nil : pick([nil, 0, 0.001])
    default: value(field.type)
    }
  }

  private mutating func value(_ type: ValueType) -> JSONTree {
    if once(in: 60) { return pick([nil, -1, 1.5, "x", [], [:], true, 1e300]) }
    switch type {
    case .string, .name: return .string(pick(Self.texts))
    case .boolean: return .boolean(once(in: 2))
    case .integer(let range):
      let near = [range.lowerBound, range.upperBound, 0, 1, 2, 3, 5].filter { range.contains($0) }
      return .integer(pick(near))
    case .number(let range):
      let near = [range.lowerBound, range.upperBound, 0, 0.1, 1, 60].filter {
        range.contains($0) && $0.isFinite
      }
      return JSONTree(floatLiteral: pick(near))
    case .enumeration(let names): return .string(pick(names))
    case .array(let element):
      return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(element) })
    case .object(let fields): return object(fields)
    case .dictionary(let element): return .object([pick(Self.texts): value(element)])
    case .anyObject: return pick([[:], ["prompt": "p1"], ["a": ["b": [1, nil]]]])
    case .anyValue: return pick([nil, 1, "x"])
    case .nullable(let inner): return once(in: 4) ? nil : value(inner)
    case .oneOf(let types): return value(pick(types))
    case .identifier(let letter): return .string("\(letter)\(Int.random(in: 1...4, using: &random))")
    case .choice(let tag, let choices):
      let choice = pick(choices)
      guard case .object(var members) = object(choice.fields) else { return [:] }
      members[tag] = .string(choice.name)
      return .object(members)
    case .named(_, let inner): return value(inner)
    }
  }

  private mutating func object(_ fields: [Field]) -> JSONTree {
    var members: [String: JSONTree] = [:]
    for field in fields where field.isSettable && (field.isRequired || once(in: 4)) {
      members[field.name] = value(of: field)
    }
    return .object(members)
  }

  /// A line that was a request once.
  mutating func damaged() -> [UInt8] {
    var bytes = Array(next().line.utf8)
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 3: bytes.insert(contentsOf: Array(pick(Self.tokens).utf8), at: place)
      case 4: bytes.removeSubrange(place...)
      case 5: bytes = [UInt8](repeating: UInt8(ascii: "["), count: 200) + bytes
      case 6: bytes = Array("[".utf8) + bytes + Array(",".utf8) + bytes + Array("]".utf8)
      default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      }
    }
    return bytes.filter { $0 != 0x0A } + [0x0A]
  }

  private static let tokens = [
    "1e999", "-0", "\"\\ud800\"", "\"\\u0000\"", "null", "{}", "[]", "\u{FEFF}", "\r", "\\", "\"",
    "99999999999999999999",
    "\"id\":1,", "\"params\":[],", ",,", "\u{2028}",
  ]
}

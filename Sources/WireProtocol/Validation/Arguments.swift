package import DeviceModel
package import JSON

/// Parameters that passed the method's types, read by name. What is not there reads as `nil`.
///
/// A view on the parsed request: valid as long as its bytes and its document are.
package struct Arguments {
  private let node: JSONNode?
  /// Where these stand in the request, ending in a dot unless empty: `state.behavior.`
  private let prefix: String

  package init(_ node: JSONNode?, prefix: String = "") {
    self.node = node
    self.prefix = prefix
  }

  /// Whether the request gives it, be it null.
  @inline(__always)
  package func has(_ name: StaticString) -> Bool { node?[name] != nil }

  /// Whether the request gives it as null.
  @inline(__always)
  package func isNull(_ name: StaticString) -> Bool { node?[name]?.isNull ?? false }

  /// A text.
  @inline(__always)
  package func string(_ name: StaticString) -> String? { node?[name]?.string }

  /// A text, by a name out of a vocabulary.
  func string(named name: String) -> String? { node?[name]?.string }

  /// True or false.
  @inline(__always)
  package func bool(_ name: StaticString) -> Bool? { node?[name]?.bool }

  /// A whole number.
  @inline(__always)
  package func integer(_ name: StaticString) -> Int? { node?[name]?.integer }

  /// Any number.
  @inline(__always)
  package func number(_ name: StaticString) -> Double? { node?[name]?.number }

  /// Seconds on the wire.
  @inline(__always)
  package func nanoseconds(_ name: StaticString) -> Nanoseconds? {
    number(name).map(Nanoseconds.init(seconds:))
  }

  /// A case by its text.
  @inline(__always)
  package func enumeration<T: RawRepresentable<String>>(_ name: StaticString, _: T.Type = T.self) -> T? {
    string(name).flatMap(T.init(rawValue:))
  }

  /// A list of texts.
  package func strings(_ name: StaticString) -> [String]? {
    node?[name].map { $0.elements.compactMap(\.string) }
  }

  /// A list of cases by their texts.
  package func enumerations<T: RawRepresentable<String>>(_ name: StaticString, _: T.Type = T.self) -> [T]? {
    strings(name)?.compactMap(T.init(rawValue:))
  }

  /// The members of an object.
  @inline(__always)
  package func object(_ name: StaticString) -> Arguments? {
    node?[name].map { Arguments($0, prefix: "\(prefix)\(name).") }
  }

  /// All that is given.
  var members: JSONNode.Members? { node?.members }

  /// The value itself.
  @inline(__always)
  package func value(_ name: StaticString) -> JSONNode? { node?[name] }

  /// Where a parameter stands in the request, for an error message.
  package func path(_ name: StaticString) -> String { "\(prefix)\(name)" }
}

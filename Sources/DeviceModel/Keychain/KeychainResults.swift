/// An item as a keychain call returns it.
package struct KeychainResult: Equatable, Sendable {
  fileprivate let stored: StoredItem
  private let returning: KeychainReturn

  init(_ stored: StoredItem, _ returning: KeychainReturn) {
    self.stored = stored
    self.returning = returning
  }

  package init(
    value: Secret? = nil, attributes: KeychainItemAttributes? = nil, reference: PersistentReference? = nil
  ) {
    stored = StoredItem(KeychainItem(value: value, attributes: attributes, reference: reference))
    returning = KeychainReturn(
      data: value != nil, attributes: attributes != nil, reference: reference != nil)
  }

  /// `nil`: not asked for.
  package var value: Secret? { returning.data ? stored.item.readable : nil }
  /// `nil`: not asked for.
  package var attributes: KeychainItemAttributes? { returning.attributes ? stored.item.described : nil }
  /// `nil`: not asked for.
  package var reference: PersistentReference? { returning.reference ? stored.item.reference : nil }

  package static func == (left: Self, right: Self) -> Bool {
    left.value == right.value && left.attributes == right.attributes && left.reference == right.reference
  }
}

/// Many items of a reply. It holds the items themselves, so that it costs little until somebody writes it down, and
/// knows without a look at them what that will come to.
package struct ItemList<Element: HoldsItem>: Equatable, Sendable {
  /// To be walked through: what a collection of another module does for each element, it looks up each time.
  package private(set) var elements: [Element] = []
  /// What becomes of them when they are written down, about.
  private(set) var bytes = 0

  init(_ elements: [Element]) {
    self.elements = elements
    for element in elements { bytes += element.bytes }
  }
}

/// What an item list can hold.
package protocol HoldsItem: Equatable, Sendable {
  /// What becomes of it when it is written down, about.
  var bytes: Int { get }
}

extension KeychainResult: HoldsItem {
  package var bytes: Int {
    returning.data ? stored.namingBytes + stored.item.value.bytes.count : stored.namingBytes
  }
}

extension KeychainListing: HoldsItem {
  package var bytes: Int { stored.namingBytes }
}

extension ItemList: RandomAccessCollection, ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) { self.init(elements) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { elements.count }
  package subscript(index: Int) -> Element { elements[index] }
}

/// Everything about a keychain item that is no secret.
package struct KeychainItemAttributes: Equatable, Sendable {
  package var itemClass: KeychainClass
  package var attributes: KeychainAttributes
  package var isSynchronizable: Bool
  package var accessible: Accessibility
  /// `nil`: no access control.
  package var flags: AccessControlFlags?
  /// On the device's wall clock, in Unix seconds.
  package var creationDate: Double
  package var modificationDate: Double

  package init(
    itemClass: KeychainClass, attributes: KeychainAttributes, isSynchronizable: Bool = false,
    accessible: Accessibility, flags: AccessControlFlags? = nil, creationDate: Double,
    modificationDate: Double
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.isSynchronizable = isSynchronizable
    self.accessible = accessible
    self.flags = flags
    self.creationDate = creationDate
    self.modificationDate = modificationDate
  }
}

/// An item as the harness sees it.
package struct KeychainListing: Equatable, Sendable {
  fileprivate let stored: StoredItem
  /// Whether a read could succeed as the device stands, if need be with the right answer to a prompt.
  package let isUsable: Bool

  init(_ stored: StoredItem, isUsable: Bool) {
    self.stored = stored
    self.isUsable = isUsable
  }

  package init(app: String, item attributes: KeychainItemAttributes, isUsable: Bool) {
    var item = KeychainItem(value: nil, attributes: attributes, reference: nil)
    item.app = app
    self.init(StoredItem(item), isUsable: isUsable)
  }

  package var app: String { stored.item.app }
  package var item: KeychainItemAttributes { stored.item.described }

  package static func == (left: Self, right: Self) -> Bool {
    left.app == right.app && left.item == right.item && left.isUsable == right.isUsable
  }
}

/// What happened to an item of an app, or to many at once.
package struct KeychainChange: Equatable, Sendable {
  package var app: String
  package var operation: Operation
  /// `nil`: to more than one.
  package var item: Identity?
  /// To how many, where one event tells of many; `nil`: to the one, or to all that the app had.
  package var count: Int?

  package init(app: String, operation: Operation, item: Identity? = nil, count: Int? = nil) {
    self.app = app
    self.operation = operation
    self.item = item
    self.count = count
  }

  /// How items come, change and go.
  package enum Operation: String, CaseIterable, Sendable {
    case add, update, delete
    /// The enrolment or the passcode it depended on is gone, and so is the item, or the way to read it.
    case invalidate
    /// The harness emptied the keychain.
    case reset
  }

  /// What tells an item from others.
  package struct Identity: Equatable, Sendable {
    package var itemClass: KeychainClass
    /// The primary ones that are given, and the access group.
    package var attributes: KeychainAttributes

    package init(itemClass: KeychainClass, attributes: KeychainAttributes) {
      self.itemClass = itemClass
      self.attributes = attributes
    }
  }
}

public import Foundation

// The functions block the calling thread for as long as a prompt is up, as on a device.

/// Adds an item. Never shows a prompt.
///
/// - Parameters:
///   - attributes: class, attributes and secret of the item; `kSecReturn…` says what `result` is to be.
///   - result: where to put what was asked for; `nil` if nothing was.
/// - Returns: `errSecSuccess`, `errSecDuplicateItem` …; `errSecParam` for a key or a type that is not known,
///   `errSecNotAvailable`, and a line on stderr, without a daemon.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  status { () throws(KeychainFailure) in
    var query = try KeychainQuery(attributes, for: .add)
    let items = try query.add()
    result?.pointee = try KeychainItems(items).object(for: query)
  }
}

/// Finds items and returns what was asked for of them, after the prompt that protected ones need.
///
/// - Parameters:
///   - query: class and attributes to match, what to return, and how to ask the user.
///   - result: where to put it: bytes for the data alone, a dictionary with the attributes, a list of either
///     with a limit of more than one; `nil` if nothing was asked for.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{
  status { () throws(KeychainFailure) in
    var query = try KeychainQuery(query, for: .search)
    query.askForResults()
    let items = try query.call("secItemCopyMatching", waitsForPerson: true)
    result?.pointee = try KeychainItems(items).object(for: query)
  }
}

/// Changes all items that match, after the prompt that protected ones need.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  status { () throws(KeychainFailure) in
    let query = try KeychainQuery(query, for: .update)
    let changes = try KeychainQuery(attributesToUpdate, for: .newAttributes, ofKeys: query.isAboutKeys)
    _ = try query.call("secItemUpdate", waitsForPerson: true) {
      ["query": .object($0), "attributes": .object(changes.parameters)]
    }
  }
}

/// Deletes all items that match. Never shows a prompt.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  status { () throws(KeychainFailure) in
    _ = try KeychainQuery(query, for: .delete).call("secItemDelete")
  }
}

private func status(of function: String = #function, _ body: () throws(KeychainFailure) -> Void) -> OSStatus {
  do {
    try body()
    return errSecSuccess
  } catch {
    return error.status(of: String(function.prefix { $0 != "(" }))
  }
}

extension KeychainQuery {
  /// Adds an item, and returns it as the device describes it.
  mutating func add() throws(KeychainFailure) -> WireValue {
    askForResults()
    return try call("secItemAdd")
  }

  /// Adds to the request what the caller wants back.
  fileprivate mutating func askForResults() {
    if returning.secret { parameters["returnData"] = true }
    if returning.attributes || returning.reference { parameters["returnAttributes"] = true }
    // A key is found again by its persistent reference.
    let returnsKeys = returning.reference && (isAboutKeys || parameters["class"] == nil)
    if returning.persistentReference || returnsKeys { parameters["returnPersistentRef"] = true }
  }

  /// Calls the device and returns the result.
  fileprivate func call(
    _ method: String, waitsForPerson: Bool = false,
    _ wrap: ([String: WireValue]) -> [String: WireValue] = { $0 }
  ) throws(KeychainFailure) -> WireValue {
    do throws(DeviceSimulatorError) {
      return try DeviceCall.ask(method, parameters, by: context, waitsForPerson: waitsForPerson, wrap)
    } catch {
      throw KeychainFailure(error)
    }
  }
}

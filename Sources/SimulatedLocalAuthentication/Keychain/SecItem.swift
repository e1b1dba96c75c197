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
    query.askForResults()
    let items = try query.call("secItemAdd")
    result?.pointee = KeychainItems(items).object(for: query)
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
    result?.pointee = KeychainItems(items).object(for: query)
  }
}

/// Changes all items that match, after the prompt that protected ones need.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  status { () throws(KeychainFailure) in
    let changes = try KeychainQuery(attributesToUpdate, for: .newAttributes)
    let query = try KeychainQuery(query, for: .update)
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
  /// Adds to the request what the caller wants back.
  fileprivate mutating func askForResults() {
    if returning.secret { parameters["returnData"] = true }
    if returning.attributes || returning.reference { parameters["returnAttributes"] = true }
    if returning.persistentReference { parameters["returnPersistentRef"] = true }
  }

  /// Calls the device and returns the result.
  fileprivate func call(
    _ method: String, waitsForPerson: Bool = false,
    _ wrap: ([String: WireValue]) -> [String: WireValue] = { $0 }
  ) throws(KeychainFailure) -> WireValue {
    var parameters = parameters
    do throws(DeviceSimulatorError) {
      let process: DaemonConnection
      if let context {
        let place = try context.core.place(context.options)
        process = place.process
        parameters["context"] = place.id
        if context.interactionNotAllowed, parameters["authenticationUI"] != "skip" {
          parameters["authenticationUI"] = "fail"
        }
        if waitsForPerson, parameters["reason"] == nil { parameters["reason"] = context.options["reason"] }
      } else {
        process = try AppProcess.atWork(try DeviceBinding.resolve())
      }
      return try process.call(method, wrap(parameters), within: waitsForPerson ? nil : 10)
    } catch {
      throw KeychainFailure(error)
    }
  }
}

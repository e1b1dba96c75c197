import Platform

/// What requests ask for, and what they get.
extension ControlPanel {
  /// Reads the head as far as it came, and decides whose request it is.
  func readHead(_ connection: PanelConnection) {
    let input = connection.input
    guard let end = input.firstRange(of: [13, 10, 13, 10]) else {
      if input.count >= PanelLimits.headBytes { answer(connection, .headersTooLarge) }
      return
    }
    let head: RequestHead
    do {
      head = try RequestHead(input[..<(end.lowerBound + 2)])
    } catch {
      return answer(connection, error)
    }
    _ = connection.take(end.upperBound)
    switch gate.judge(head) {
    case .stranger: close(connection)
    case .forbidden: answer(connection, .forbidden)
    case .welcome(let cookie):
      connection.isKnown = true
      finish(connection, with: page.response(setCookie: cookie))
    case .known(let target):
      connection.isKnown = true
      let request = PanelRequest(head, target: target)
      connection.enter(.body(request), for: limits.body)
      readBody(connection, request)
    }
  }

  /// Serves the request when its body is whole.
  func readBody(_ connection: PanelConnection, _ request: PanelRequest) {
    guard connection.input.count >= request.bodyBytes else { return }
    // One request is all that a connection has.
    guard connection.input.count == request.bodyBytes else { return answer(connection, .badRequest) }
    serve(connection, request, connection.take(request.bodyBytes))
  }

  /// Sends an answer, the last thing that the connection has.
  func answer(
    _ connection: PanelConnection, _ status: HTTPStatus, _ body: [UInt8] = [], type: String? = nil,
    more: [String] = []
  ) {
    finish(connection, with: HTTPResponse.whole(status, body, type: type, more))
  }

  /// Sends the last bytes, and ends the connection when they are out.
  func finish(_ connection: PanelConnection, with bytes: [UInt8] = []) {
    if !bytes.isEmpty {
      connection.enter(.answering, for: limits.reading)
      connection.send(bytes)
    }
    guard connection.unread == 0 else { return }
    connection.finish()
    connection.forgetInput()
    connection.enter(.draining, for: limits.head)
  }

  /// Ends what took too long; for a call, only the wait.
  func expire(_ connection: PanelConnection) {
    guard case .waiting = connection.phase else { return close(connection) }
    // What comes of it is in the log.
    answer(connection, .accepted, CallText.waiting, type: "application/json")
  }

  // MARK: - What is served

  private func serve(_ connection: PanelConnection, _ request: PanelRequest, _ body: [UInt8]) {
    switch (request.method, request.path, request.query) {
    case (.get, "", nil): finish(connection, with: page.response())
    case (.get, "events", nil): stream(to: connection, of: nil)
    case (.get, "events", let query?):
      guard let device = PercentEncoding.value(of: "device", in: query) else {
        return answer(connection, .notFound)
      }
      stream(to: connection, of: device)
    case (.post, "call", nil):
      guard request.isJSON else { return answer(connection, .unsupportedMediaType) }
      guard let call = PanelCall(body) else { return answer(connection, .badRequest) }
      make(call, for: connection)
    case (.post, "", _), (.post, "events", _): answer(connection, .methodNotAllowed, more: ["Allow: GET"])
    case (.get, "call", _): answer(connection, .methodNotAllowed, more: ["Allow: POST"])
    default: answer(connection, .notFound)
    }
  }

  private func stream(to connection: PanelConnection, of device: String?) {
    if connections.streams.count >= PanelLimits.streams, let oldest = connections.streams.first {
      finish(oldest, with: PageMessage("displaced", Array("{}".utf8)).bytes)
    }
    connection.enter(.streaming(device: device))
    feed.show(Set(connections.streams.compactMap(\.stream.device)))
    connection.send(HTTPResponse.streamHead + feed.beginning(for: device).flatMap(\.bytes))
    nextTick = 0
  }

  /// Hands a message to the pages that show a device; `nil`: to all.
  func tell(_ message: PageMessage, _ device: String?) {
    for connection in connections.streams where device == nil || connection.stream.device == device {
      connection.send(message.bytes)
      // A page that does not read begins anew when it does.
      if connection.unread > PanelLimits.unreadBytes { close(connection) }
    }
  }
}

/// What a request of the owner asks for.
struct PanelRequest {
  let method: RequestHead.Method
  /// Behind the token.
  let path: Substring
  let query: Substring?
  let bodyBytes: Int
  let isJSON: Bool

  init(_ head: RequestHead, target: Substring) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = head.method
    path = parts[0]
    query = parts.dropFirst().first
    bodyBytes = head.contentLength ?? 0
    isJSON = head.contentType == "application/json"
  }
}

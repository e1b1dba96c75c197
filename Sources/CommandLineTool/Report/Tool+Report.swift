extension Tool {
  func report() throws(ToolError) -> ExitStatus { .done }
}

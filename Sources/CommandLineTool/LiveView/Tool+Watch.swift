extension Tool {
  func watch() throws(ToolError) -> ExitStatus { .done }
}

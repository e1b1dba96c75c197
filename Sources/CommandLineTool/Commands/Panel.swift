import ControlPanel
import Platform
import Presentation

extension Tool {
  /// Serves the remote control until a signal comes, or until the terminal is gone.
  func panel() throws(ToolError) -> ExitStatus {
    // If there is no daemon at the start, the message is the usual one.
    _ = try serverInfo(client())
    let device = invocation.options.device ?? Environment.nonEmpty("DEVICESIM_DEVICE")
    let end: ControlPanel.End
    do {
      // Before anybody knows the address.
      let signals = try SignalSource([Signal.interrupt, Signal.terminate, Signal.hangUp, Signal.quit])
      let panel = try ControlPanel(daemon: location, device: device)
      if FileDescriptor.standardOutput.isTerminal {
        Output.complaint("Open this address in a browser. It works once; Ctrl-C ends the panel.")
      }
      try Output.line(panel.address)
      end = try panel.run(signals: signals)
    } catch let error as ToolError {
      throw error
    } catch let error as SystemError {
      throw ToolError(error)
    } catch {
      throw ToolError(.refused, "\(error)")
    }
    switch end {
    case .signalled(let signal): return ExitStatus(rawValue: 128 + signal)
    case .inputEnded: return .done
    }
  }
}

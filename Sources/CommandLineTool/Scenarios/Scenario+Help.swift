extension Scenario {
  /// What `devicesim help run` says about the grammar.
  static let help = """
    A step is what one would type after 'devicesim', one a line; '#' begins a comment.

      scenario Five wrong fingers lock the sensor      the title
      device touchID passcode=4711                     how the device begins; clock=real for a real clock
      login: evaluatePolicy biometrics "Log in"        begins a call of the app under a name
      nonMatchingFinger x2 => pending                  a step, twice, and how it has to end
      login => authenticationFailed                    the call's end: success, an error, pending
      canEvaluatePolicy => yes                         or 'no', or the error that is the reason
      tapCancel => notDelivered reason=noPrompt        members of the result, or of the error
      expect lockedOut=false prompt=null               fields of the state, as getState names them
      expect event scan matched=false                  the next such event; 'expect no event lockout'
      expect promptsShown=1 reasonsShown="Log in"      counted from the start; unusedAnswers=0 too
      wait 5 min                                       time passes on the device's clock
      repeat 5 {                                       the lines up to '}' five times

    A step without '=>' has to succeed. Every call that was begun has to be looked at, and every armed
    answer to be used. All files are read before anything runs. Each has a device of its own, gone
    afterwards, or the one that --device names; '-' reads the steps from standard input and prints what
    they answer. If no daemon runs, one runs for as long as the scenarios do.

    --tap prints the Test Anything Protocol, --junit writes a report for build servers, --jobs runs so
    many files at the same time, --timeout is how long the end of a call is waited for (5 s).
    Ends with 0, with 1 if a scenario failed, or with 2 if one cannot be read.
    """
}

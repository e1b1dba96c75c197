import Foundation
import TestSupport
import Testing

@Suite("Scripts/install and Scripts/uninstall")
struct InstallTests {
  private static let scripts =
    URL(filePath: #filePath).appending(path: "../../../../Scripts").standardizedFileURL.path

  private func run(_ script: String, in sandbox: Sandbox, shell: String = "bash") throws -> Sandbox.Outcome {
    try sandbox.run(script, shell: shell, environment: [("DEVICESIM_BIN", Sandbox.programs)])
  }

  @Test("every file comes to its place, works there, and goes again, with what nobody else uses")
  func roundTrip() throws {
    let sandbox = try Sandbox()
    let outcome = try run(
      """
      prefix="$HOME/a prefix"
      '\(Self.scripts)/install' --prefix "$prefix" --shims >"$HOME/said" || exit
      cd "$prefix"; find . -type f | LC_ALL=C sort
      devicesim completions bash | cmp - share/bash-completion/completions/devicesim
      devicesim completions zsh | cmp - share/zsh/site-functions/_devicesim
      devicesim completions fish | cmp - share/fish/vendor_completions.d/devicesim.fish
      "$prefix/bin/devicesim" start --detach >/dev/null
      env PATH=/usr/bin:/bin "$prefix/libexec/devicesim/shims/notifyutil" -g com.apple.BiometricKit.enrollmentChanged
      echo mine >share/zsh/mine
      cd /; '\(Self.scripts)/uninstall' --prefix "$prefix" >/dev/null || exit
      find "$prefix" | sed "s|$prefix|prefix|" | LC_ALL=C sort
      """, in: sandbox)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    expect(
      outcome.lines,
      are: [
        "./bin/devicesim", "./bin/devicesimd",
        "./libexec/devicesim/shims/applesimutils", "./libexec/devicesim/shims/devices.sh",
        "./libexec/devicesim/shims/inventory.sh", "./libexec/devicesim/shims/notifications.sh",
        "./libexec/devicesim/shims/notifyutil", "./libexec/devicesim/shims/permissions.sh",
        "./libexec/devicesim/shims/scans.sh", "./libexec/devicesim/shims/shim.sh",
        "./libexec/devicesim/shims/simctl.sh", "./libexec/devicesim/shims/xcrun",
        "./share/bash-completion/completions/devicesim", "./share/devicesim/manifest",
        "./share/fish/vendor_completions.d/devicesim.fish",
        "./share/man/man1/devicesim.1", "./share/man/man5/devicesim-scenario.5",
        "./share/man/man7/devicesim-protocol.7", "./share/man/man8/devicesimd.8",
        "./share/zsh/site-functions/_devicesim",
        "com.apple.BiometricKit.enrollmentChanged 1",
        "prefix", "prefix/share", "prefix/share/zsh", "prefix/share/zsh/mine",
      ])
  }

  @Test(
    "without --shims and over an earlier installation the shims go"
  )
  func again() throws {
    let sandbox = try Sandbox()
    let outcome = try run(
      """
      cd "$HOME"; mkdir prefix
      '\(Self.scripts)/install' --prefix=prefix --shims >/dev/null && ls prefix
      '\(Self.scripts)/install' --prefix prefix && ls prefix
      '\(Self.scripts)/uninstall' --prefix prefix && find prefix
      """, in: sandbox)
    #expect(outcome.errors.isEmpty)
    expect(
      outcome.lines,
      are: [
        "bin", "libexec", "share",
        "installed in \(sandbox.folder)/prefix: devicesim, devicesimd, completions and manual pages",
        "for every shell: export PATH=\"\(sandbox.folder)/prefix/bin:$PATH\"",
        "for zsh, before compinit: fpath=(\"\(sandbox.folder)/prefix/share/zsh/site-functions\" $fpath)",
        "bin", "share", "removed from \(sandbox.folder)/prefix", "prefix",
      ])
  }

  @Test("a file of somebody else is not overwritten, and nothing else is installed then")
  func foreign() throws {
    let outcome = try run(
      """
      mkdir -p "$HOME/p/bin"; echo mine >"$HOME/p/bin/devicesimd"
      '\(Self.scripts)/install' --prefix "$HOME/p"; echo $?; find "$HOME/p" -type f | wc -l
      '\(Self.scripts)/uninstall' --prefix "$HOME/p"; echo $?; cat "$HOME/p/bin/devicesimd"
      """, in: try Sandbox())
    expect(outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) }, are: ["73", "1", "66", "mine"])
    #expect(outcome.errors.contains("p/bin/devicesimd is there already"))
    #expect(outcome.errors.contains("nothing is installed in"))
  }

  @Test(
    "bad arguments are refused", arguments: ["--prefix", "--prefix=", "--shim", "x", "--uninstall --shims"])
  func arguments(_ arguments: String) throws {
    let outcome = try run("'\(Self.scripts)/install' \(arguments)", in: try Sandbox())
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Scripts/install: "))
  }

  @Test(
    "bash finds the completions by itself",
    .enabled(if: Sandbox.hasBashCompletion, "no bash-completion is installed"))
  func bash() throws {
    let outcome = try run(
      """
      '\(Self.scripts)/install' --prefix "$HOME/.local" >/dev/null
      unset XDG_DATA_HOME; . /usr/share/bash-completion/bash_completion
      _comp_load devicesim 2>/dev/null || __load_completion devicesim
      COMP_LINE='devicesim matchingF'; COMP_POINT=${#COMP_LINE}; _devicesim; printf '%s\\n' "${COMPREPLY[@]}" | sort
      """, in: try Sandbox())
    #expect(outcome.lines == ["matchingFace", "matchingFinger"])
  }

  @Test(
    "zsh finds the completions with the line that install prints",
    .enabled(if: InstalledPrograms.has("zsh"), "there is no zsh"))
  func zsh() throws {
    let sandbox = try Sandbox()
    let outcome = try run(
      """
      '\(Self.scripts)/install' --prefix "$HOME/.local" | sed -n 's/^for zsh, before compinit: //p' >"$HOME/line"
      exec zsh -f -c '. "$HOME/line"; autoload -Uz compinit; compinit -u -D; echo $_comps[devicesim]
        autoload +X _devicesim && echo loaded'
      """, in: sandbox)
    expect(outcome.lines, are: ["_devicesim", "loaded"])
  }

  @Test(
    "fish finds the completions by itself", .enabled(if: InstalledPrograms.has("fish"), "there is no fish"))
  func fish() throws {
    let outcome = try run(
      """
      '\(Self.scripts)/install' --prefix "$HOME/.local" >/dev/null
      unset XDG_DATA_HOME; fish -c "complete -C 'devicesim matchingF'" | cut -f 1 | sort
      """, in: try Sandbox())
    #expect(outcome.lines == ["matchingFace", "matchingFinger"])
  }
}

extension Sandbox {
  /// Whether the package is there that loads bash completions on demand.
  fileprivate static var hasBashCompletion: Bool {
    FileManager.default.fileExists(atPath: "/usr/share/bash-completion/bash_completion")
  }
}

/// The script for fish.
enum FishCompletions {
  static var script: String {
    let names = CompletionNames.all.map { "      \(CompletionNames.quoted("\($0.name)\t\($0.summary)"))" }
    var cases = ""
    for entry in CompletionWords.all {
      cases += "    case \(entry.names.joined(separator: " "))\n"
      cases += "      set words \(entry.words.joined(separator: " "))\n"
    }
    var named = ""
    for kind in NameKind.allCases {
      named += "    case \(kind.methods.joined(separator: " "))\n      \(kind.listing)\n"
    }
    var options = ""
    for option in Invocation.generalOptions {
      let name = option.name.dropFirst(2)
      let summary = CompletionNames.quoted(option.summary)
      let value: String
      switch option.name {
      case "--device": value = " -x -a '(\(NameKind.devices.listing))'"
      case "--socket": value = " -r -F"
      default: value = ""
      }
      options += "complete -c devicesim -l \(name) -d \(summary)\(value)\n"
    }
    return """
      # fish completion for devicesim: devicesim completions fish | source
      function __devicesim_names
        printf '%s\\n' \\
      \(names.joined(separator: " \\\n"))
      end

      function __devicesim_words
        set -l previous ''
        set -l command ''
        for word in (commandline -opc)[2..]
          switch "$previous $word"
            case '--socket *' '--device *' '* -*'
            case '*'
              test -n "$command"; or set command $word
          end
          set previous $word
        end
        set -l words
        switch "$command"
          case ''
            __devicesim_names
            return
          case help
            __devicesim_names
            printf '%s\\n' \(Topic.all.map(\.name).joined(separator: " "))
            return
          case exec
            __fish_complete_subcommand
            return
      \(cases)  end
        switch "$command"
          case \(CompletionNames.readingFiles.joined(separator: " "))
            __fish_complete_path (commandline -ct)
      \(named)  end
        set -l current (commandline -ct)
        if string match -q '*=*' -- $current
          string match -- '*=?*' $words
        else
          string replace -r '=.*' '=' -- $words | sort -u
        end
      end

      complete -c devicesim -f -a '(__devicesim_words)'
      \(options)
      """
  }
}

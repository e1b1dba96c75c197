/// The script for zsh.
enum ZshCompletions {
  static var script: String {
    let names = CompletionNames.all.map { "    \(CompletionNames.quoted("\($0.name):\($0.summary)"))" }
    let options = CompletionNames.options.map { "    \(CompletionNames.quoted("\($0.name):\($0.summary)"))" }
    let topics = Topic.all.map { "    \(CompletionNames.quoted("\($0.name):a topic"))" }
    var named = ""
    for kind in NameKind.allCases {
      named +=
        "    \(kind.methods.joined(separator: "|"))) offered=(${(f)\"$(\(kind.listing))\"}); compadd -a offered ;;\n"
    }
    var cases = ""
    for entry in CompletionWords.all {
      cases +=
        "    \(entry.names.joined(separator: "|"))) candidates=(\(entry.words.joined(separator: " "))) ;;\n"
    }
    return """
      #compdef devicesim
      # zsh completion for devicesim: eval "$(devicesim completions zsh)"
      _devicesim() {
        local -a names topics options candidates keys offered
        local argument previous='' command='' position=0
        names=(
      \(names.joined(separator: "\n"))
        )
        options=(
      \(options.joined(separator: "\n"))
        )
        topics=(
      \(topics.joined(separator: "\n"))
        )
        for argument in "${(@)words[2,CURRENT-1]}"; do
          position=$((position + 1))
          case "$previous $argument" in
            '--socket '*|'--device '*|*' -'*) ;;
            *) if [[ -z "$command" ]]; then command="$argument"; fi ;;
          esac
          if [[ "$command" = exec && "$argument" = -- ]]; then
            words=("${(@)words[position + 2,-1]}")
            CURRENT=$((CURRENT - position - 1))
            _normal
            return
          fi
          previous="$argument"
        done
        case "$previous" in
          --socket|--junit|-o) _files; return ;;
          --device)
            candidates=(${(f)"$(\(NameKind.devices.listing))"})
            compadd -a candidates
            return ;;
        esac
        if [[ "$PREFIX" = -* ]]; then _describe option options; return; fi
        case "$command" in
          \(CompletionNames.readingFiles.joined(separator: "|"))) _files ;;
      \(named)  esac
        case "$command" in
          '') _describe 'method or command' names; return ;;
          help) _describe 'method or command' names; _describe topic topics; return ;;
          exec) _command_names -e; return ;;
      \(cases)  esac
        if [[ "$PREFIX" = *=* ]]; then
          compadd -- ${(M)candidates:#${PREFIX%%=*}=?*}
        else
          compadd -- ${candidates:#*=*}
          keys=(${(M)candidates:#*=*})
          compadd -S = -- ${(u)keys%%=*}
        fi
      }
      if [[ "$funcstack[1]" = _devicesim ]]; then
        _devicesim "$@"
      else
        compdef _devicesim devicesim
      fi

      """
  }
}

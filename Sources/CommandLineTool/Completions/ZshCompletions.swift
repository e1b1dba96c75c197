/// The script for zsh.
enum ZshCompletions {
  static var script: String {
    let names = CompletionNames.all.map { "    \(CompletionNames.quoted("\($0.name):\($0.summary)"))" }
    let options = CompletionNames.options.map { "    \(CompletionNames.quoted("\($0.name):\($0.summary)"))" }
    var cases = ""
    for entry in CompletionWords.all {
      cases +=
        "    \(entry.names.joined(separator: "|"))) candidates=(\(entry.words.joined(separator: " "))) ;;\n"
    }
    return """
      #compdef devicesim
      # zsh completion for devicesim: eval "$(devicesim completions zsh)"
      _devicesim() {
        local -a names options candidates keys
        local argument previous='' command='' position=0
        names=(
      \(names.joined(separator: "\n"))
        )
        options=(
      \(options.joined(separator: "\n"))
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
          --socket) _files; return ;;
          --device)
            candidates=(${(f)"$(\(CompletionNames.listing))"})
            compadd -a candidates
            return ;;
        esac
        if [[ "$PREFIX" = -* ]]; then _describe option options; return; fi
        case "$command" in
          ''|help) _describe 'method or command' names; return ;;
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

/// The script for bash.
enum BashCompletions {
  static var script: String {
    let names = CompletionNames.all.map(\.name).joined(separator: " ")
    let options = CompletionNames.options.map(\.name).joined(separator: " ")
    var cases = ""
    for entry in CompletionWords.all {
      cases += "    \(entry.names.joined(separator: "|"))) words='\(entry.words.joined(separator: " "))' ;;\n"
    }
    return """
      # bash completion for devicesim: eval "$(devicesim completions bash)"
      _devicesim() {
        local line="${COMP_LINE:0:COMP_POINT}" current previous='' command='' word words=''
        local -a typed
        current="${line##*[[:space:]]}"
        read -ra typed <<< "${line%"$current"}"
        for word in "${typed[@]:1}"; do
          case "$previous $word" in
            '--socket '*|'--device '*|*' -'*) ;;
            *) command="${command:-$word}" ;;
          esac
          previous="$word"
        done
        COMPREPLY=()
        case "$previous" in
          --socket) COMPREPLY=($(compgen -f -- "$current")); return ;;
          --device)
            COMPREPLY=($(compgen -W "$(devicesim listDevices 2>/dev/null | cut -d ' ' -f 1)" -- "$current"))
            return ;;
        esac
        case "$command" in
          '') words='\(names)' ;;
          help) words='\(names)' ;;
          exec) COMPREPLY=($(compgen -c -- "$current")); return ;;
      \(cases)  esac
        case "$current" in
          -*) words="$words \(options)" ;;
        esac
        for word in $words; do
          case "$word" in
            "$current"*) ;;
            *) continue ;;
          esac
          case "$current" in
            *=*) ;;
            *) case "$word" in *=?*) word="${word%%=*}=" ;; esac ;;
          esac
          case " ${COMPREPLY[*]} " in *" $word "*) ;; *) COMPREPLY+=("$word") ;; esac
        done
        if [ "${#COMPREPLY[@]}" -eq 1 ]; then
          case "${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
        fi
        # Readline completes only the part behind the last = or :.
        local head="${current%"${current##*[=:]}"}"
        if [ -n "$head" ]; then COMPREPLY=("${COMPREPLY[@]#"$head"}"); fi
      }
      complete -F _devicesim devicesim

      """
  }
}

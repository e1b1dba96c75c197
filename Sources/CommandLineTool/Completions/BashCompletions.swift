/// The script for bash.
enum BashCompletions {
  static var script: String {
    let names = CompletionNames.all.map(\.name).joined(separator: " ")
    let options = CompletionNames.options.map(\.name).joined(separator: " ")
    let topics = Topic.all.map(\.name).joined(separator: " ")
    let files = CompletionNames.readingFiles.joined(separator: "|")
    var named = ""
    for kind in NameKind.allCases {
      named += "    \(kind.methods.joined(separator: "|"))) _devicesim_offer <<< \"$(\(kind.listing))\" ;;\n"
    }
    var cases = ""
    for entry in CompletionWords.all {
      cases += "    \(entry.names.joined(separator: "|"))) words='\(entry.words.joined(separator: " "))' ;;\n"
    }
    return #"""
      # bash completion for devicesim: eval "$(devicesim completions bash)"

      # Reads the line up to the cursor: `typed` gets its words without their quotes, and `current` the last one.
      # Of that, readline replaces what is behind `kept`; `quote` is still open, `closed` says that one was closed.
      _devicesim_read() {
        local line="${COMP_LINE:0:COMP_POINT}" breaks="${COMP_WORDBREAKS//[[:space:]\"\']/}" char
        while [ -n "$line" ]; do
          char="${line:0:1}"
          line="${line:1}"
          case "$quote$char" in
            "''"|'""') quote='' closed=1 ;;
            '\'|'"\')
              case "$quote${line:0:1}" in '"'[!\"\\\$\`]) current="$current\\" ;; esac
              current="$current${line:0:1}"
              line="${line:1}" ;;
            [\'\"]?) current="$current$char" ;;
            [\'\"]) quote="$char" kept="$current" ;;
            [[:space:]])
              if [ -n "$current$closed" ]; then typed+=("$current"); fi
              current='' kept='' closed='' ;;
            *)
              current="$current$char"
              case "$breaks" in *"$char"*) kept="$current" ;; esac ;;
          esac
        done
      }

      # Offers the names on standard input that begin as typed, each written so that the shell takes it as it is.
      _devicesim_offer() {
        local name
        # A word of several parts in quotes is left alone.
        if [ -n "$closed" ]; then return; fi
        while IFS= read -r name; do
          case "$name" in
            '') continue ;;
            "$current"*) name="${name#"$kept"}" ;;
            *) continue ;;
          esac
          case "$quote=$name" in
            =*) COMPREPLY+=("$(printf %q "$name")") ;;
            \'=*\'*|\"=*[\"\\\$\`!]*) ;; # Cannot be written in this quote.
            *) COMPREPLY+=("$name") ;;
          esac
        done
      }

      # The files that begin as typed, folders with a slash.
      _devicesim_files() {
        compgen -f -- "$current" | while IFS= read -r name; do
          if [ -d "$name" ]; then name="$name/"; fi
          printf '%s\n' "$name"
        done
      }

      _devicesim() {
        local quote='' current='' kept='' closed='' previous='' command='' word words=''
        local -a typed
        _devicesim_read
        for word in "${typed[@]:1}"; do
          case "$previous $word" in
            '--socket '*|'--device '*|*' -'*) ;;
            *) command="${command:-$word}" ;;
          esac
          previous="$word"
        done
        COMPREPLY=()
        case "$previous" in
          --socket|--junit|-o) _devicesim_offer <<< "$(_devicesim_files)"; return ;;
          --device) _devicesim_offer <<< "$(\#(NameKind.devices.listing))"; return ;;
        esac
        case "$command" in
          \#(files)) _devicesim_offer <<< "$(_devicesim_files)" ;;
      \#(named)  esac
        case "$command" in
          '') words='\#(names)' ;;
          help) words='\#(names) \#(topics)' ;;
          exec) _devicesim_offer <<< "$(compgen -c -- "$current")"; return ;;
      \#(cases)  esac
        case "$current" in
          -*) words="$words \#(options)" ;;
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
          case "${COMPREPLY[0]}" in *=|*/) compopt -o nospace 2>/dev/null ;; esac
        fi
        if [ -n "$kept" ]; then COMPREPLY=("${COMPREPLY[@]#"$kept"}"); fi
      }
      complete -F _devicesim devicesim

      """#
  }
}

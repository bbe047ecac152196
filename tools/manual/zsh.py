"""Completions for zsh, from option tables."""

from shells import FILES, FOLDERS, commands_below, function_name, kind_of, programs


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def plain(text):
    """Text within a specification of _arguments."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def action(option):
    kind = kind_of(option)
    actions = []
    if option.words:
        actions.append(f"_values -s , value {' '.join(option.words)}" if option.several else f"compadd -- {' '.join(option.words)}")
    if kind == FILES:
        actions.append("_files")
    elif kind == FOLDERS:
        actions.append("_files -/")
    if not actions:
        return " "
    return "{" + "; ".join(actions) + "}"


def specification(option):
    text = f"[{plain(option.short_text())}]"
    value = "" if option.value is None else f":{plain(option.value)}:{action(option)}"
    if len(option.names) == 1:
        equals = "=" if option.value is not None and option.names[0].startswith("--") else ""
        return quoted(f"*{option.names[0]}{equals}{text}{value}")
    return " ".join(quoted(f"*{name}{'=' if value and name.startswith('--') else ''}{text}{value}") for name in option.names)


def command_function(words, table, tables):
    lines = [f"{function_name(words)}() {{"]
    below = commands_below(tables, words)
    if below:
        lines += ["  local -a commands", "  commands=("]
        lines += ["    " + quoted(f"{plain(word)}:{summary}") for word, summary in below]
        lines += ["  )", "  if (( CURRENT > 2 )); then", "    case ${words[2]} in"]
        for word, _ in below:
            lines.append(f"      {word}) shift words; (( CURRENT -= 1 )); {function_name(words + [word])}; return ;;")
        lines += ["    esac", "  elif [[ ${words[CURRENT]} != -* ]]; then", "    _describe -t commands command commands", "  fi"]
    if table is not None:
        lines.append("  _arguments -s -S \\")
        lines += [f"    {specification(option)} \\" for option in table.options]
        kinds = {kind_of(argument) for argument in table.arguments}
        rest = "_files" if FILES in kinds or FOLDERS in kinds else " "
        lines.append("    " + quoted(f"*:argument:{rest}"))
    return lines + ["}"]


def completion(program, tables):
    by_words = {tuple(table.words): table for table in tables}
    prefixes = {key[:length] for key in by_words for length in range(1, len(key) + 1)}
    lines = [f"#compdef {program}", f"# Completion of {program} in zsh, written from its option tables."]
    for prefix in sorted(prefixes):
        lines += ["", *command_function(list(prefix), by_words.get(prefix), tables)]
    # The first time this file is the function's body.
    return "\n".join(lines + ["", f'{function_name([program])} "$@"']) + "\n"


def files(tables):
    """{path below the installation's data folder: text}."""
    return {f"zsh/vendor-completions/_{program}": completion(program, own) for program, own in programs(tables).items()}

"""Completions for fish, from option tables."""

from shells import FILES, FOLDERS, commands_below, function_name, kind_of, programs, template


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def condition(words, function):
    return quoted(f"{function} {' '.join(words[1:])}".strip())


def option_line(option, words, function):
    parts = ["complete", "-c", words[0], "-n", condition(words, function)]
    for name in option.names:
        parts += ["-l", name[2:]] if name.startswith("--") else ["-s", name[1:]]
    if option.value is not None:
        kind = kind_of(option)
        choices = " ".join(option.words)
        if kind == FOLDERS:
            choices = "(__fish_complete_directories)"
        if option.several and option.words:
            choices = f"(__fish_append , {choices})"
        parts += ["-r", "-F" if kind == FILES else "-f"] + (["-a", quoted(choices)] if choices else [])
    return " ".join(parts + ["-d", quoted(option.short_text())])


def completion(program, tables):
    function = function_name([program]) + "_at"
    commands = " ".join(word for word, _ in commands_below(tables, [program]))
    lines = [f"# Completion of {program} in fish, written from its option tables.",
             f"set -g {function}_commands {commands}",
             template("completion.fish.in").replace("@FUNCTION@", function).rstrip("\n")]
    prefixes = {tuple(table.words[:length]) for table in tables for length in range(1, len(table.words) + 1)}
    for prefix in sorted(prefixes):
        for word, summary in commands_below(tables, list(prefix)):
            lines.append(" ".join(["complete", "-c", program, "-n", condition(prefix, function + "_exactly"), "-a", word,
                                   "-d", quoted(summary)]))
    for table in tables:
        lines += [option_line(option, table.words, function) for option in table.options]
    return "\n".join(lines) + "\n"


def files(tables):
    """{path below the installation's data folder: text}."""
    return {f"fish/vendor_completions.d/{program}.fish": completion(program, own)
            for program, own in programs(tables).items()}

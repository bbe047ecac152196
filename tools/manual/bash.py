"""Completions for bash, from option tables."""

import shlex

from shells import FILES, FOLDERS, NOTHING, commands_below, function_name, kind_of, programs, template


def words(values):
    return shlex.quote(" ".join(values))


def command_case(table, tables):
    """What is set for one command: its options, how each value is completed, and how its arguments are."""
    lines = [f"    {words(table.words)})"]
    lines.append(f"      options={words(name for option in table.options for name in option.names)}")
    for option in table.options:
        if option.value is None:
            continue
        pattern = "|".join(option.names)
        value = f"words={words(option.words)} kind={kind_of(option)}" + (" list=yes" if option.several else "")
        lines.append(f"      [[ $option == @({pattern}) ]] && {value}")
    below = [word for word, _ in commands_below(tables, table.words)]
    kinds = {kind_of(argument) for argument in table.arguments}
    kind = FILES if FILES in kinds else FOLDERS if FOLDERS in kinds else NOTHING
    lines.append(f"      commands={words(below)} arguments={kind}")
    lines.append("      ;;")
    return lines


def completion(program, tables):
    """The script for one executable."""
    known = {tuple(table.words) for table in tables}
    out = [f"# Completion of {program} in bash, written from its option tables."]
    cases = [line for table in tables for line in command_case(table, tables)]
    # Commands that only have commands below them: graphfuzz go.
    for table in tables:
        for length in range(1, len(table.words)):
            if tuple(table.words[:length]) not in known:
                known.add(tuple(table.words[:length]))
                prefix = table.words[:length]
                below = [word for word, _ in commands_below(tables, prefix)]
                cases += [f"    {words(prefix)})", f"      commands={words(below)}", "      ;;"]
    text = template("completion.bash.in")
    return "\n".join(out) + "\n" + (text.replace("@FUNCTION@", function_name([program])).replace("@PROGRAM@", program)
                                     .replace("@CASES@", "\n".join(cases)))


def files(tables):
    """{path below the installation's data folder: text}."""
    return {f"bash-completion/completions/{program}": completion(program, own)
            for program, own in programs(tables).items()}

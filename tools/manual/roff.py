"""Man pages from option tables."""

import re


def escaped(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")


def line_of(text):
    """A line of text, which must not be taken for a request."""
    return ("\\&" if text.startswith((".", "\\(aq")) else "") + text


def filled(text):
    """Text whose lines are to be filled; those that are indented stay lines of their own."""
    lines = []
    for line in text.strip("\n").split("\n"):
        if line.startswith("  ") and lines:
            lines.append(".br")
        lines.append(line_of(escaped(line.strip())))
    return lines


def verbatim(text):
    return [".RS 4", ".nf"] + [line_of(escaped(line)) for line in text.split("\n")] + [".fi", ".RE"]


def paragraphs(footer):
    """(heading or None, text) of what is below the options. "Examples:" and lines that are indented below it have a
    heading, and so has "Exit codes: 0 …"."""
    for part in filter(None, re.split(r"\n\s*\n", footer.strip("\n"))):
        head, _, rest = part.partition("\n")
        if head.endswith(":") and rest.startswith("  "):
            yield head[:-1], rest
        elif part.startswith("Exit codes: "):
            yield "Exit status", part.removeprefix("Exit codes: ")
        else:
            yield None, part


def synopsis(table):
    words = [f".B {escaped(' '.join(table.words))}"]
    if table.options:
        words.append("[\\fIOPTION\\fR]...")
    for option in table.options:
        if option.required:
            words.append(f"\\fB{escaped(option.names[-1])}\\fR \\fI{escaped(option.value)}\\fR")
    for argument in table.arguments:
        # How many there may be is not always in the table.
        words.append(f"\\fI{escaped(argument.value)}\\fR" if argument.required else f"[\\fI{escaped(argument.value)}\\fR]...")
    return words


def option_lines(option):
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in option.names)
    if option.value:
        names += f" \\fI{escaped(option.value)}\\fR"
    text = filled(option.text)
    if option.default and f"[{option.default}]" not in option.text:
        text += [".br", line_of(escaped(f"Default: {option.default}"))]
    return [".TP", names] + (text or ["\\&"])



def indented_lines(text):
    """Commands or examples, each with its explanation after two spaces or more."""
    lines = [line.strip() for line in text.split("\n")]
    return [line for line in lines if line]


def man_page(table, tables, version, date):
    """The text of the page."""
    out = [f'.\\" Written from the option table of {" ".join(table.words)}.',
           f'.TH {table.page.upper()} 1 {date} "graphfuzz {version}" "User Commands"',
           ".SH NAME", f"{escaped(table.page)} \\- {escaped(table.summary())}", ".SH SYNOPSIS", *synopsis(table),
           ".SH DESCRIPTION", *filled(table.description)]
    parts = list(paragraphs(table.footer))
    for heading, text in parts:
        if heading is None:
            out += [".PP", *filled(text)]
    if table.arguments or table.options:
        out.append(".SH OPTIONS")
        for argument in table.arguments:
            out += [".TP", f"\\fI{escaped(argument.value)}\\fR", *filled(argument.text)]
        for group, options in table.groups():
            out.append(f".SS {escaped(group)}")
            for option in options:
                out += option_lines(option)
    for heading, text in parts:
        if heading is None:
            continue
        out.append(f".SH {escaped(re.sub(r' *[(].*', '', heading)).upper()}")
        if heading == "Exit status":
            out += filled(text)
        else:
            for line in indented_lines(text):
                command, *meaning = re.split(r" {2,}", line, maxsplit=1)
                if not meaning and " the " in line:  # too long for two spaces
                    at = line.index(" the ")
                    command, meaning = line[:at], [line[at + 1:]]
                out += [".TP", f"\\fB{escaped(command)}\\fR", *(filled(meaning[0]) if meaning else ["\\&"])]
    others = [other.page for other in tables if other is not table]
    out += [".SH SEE ALSO", ",\n".join(f".BR {escaped(name)} (1)" for name in sorted(others)).replace(",\n", " ,\n")]
    return "\n".join(out) + "\n"

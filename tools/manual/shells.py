"""What completions for all shells have in common."""

from pathlib import Path

# How values that are no words are to be completed.
NOTHING, FILES, FOLDERS = "nothing", "files", "folders"


def kind_of(option):
    """How the value of an option or argument is completed, besides its words."""
    if option.takes_folders():
        return FOLDERS
    return FILES if option.takes_files() else NOTHING


def programs(tables):
    """{name of an executable: its tables}, the main one first. Those without options are left to the shell."""
    found = {}
    for table in tables:
        if table.options:
            found.setdefault(table.words[0], []).append(table)
    return found


def commands_below(tables, words):
    """[(next word, summary)] of the commands that begin with these words."""
    below = {}
    for table in tables:
        if len(table.words) > len(words) and table.words[: len(words)] == words:
            word = table.words[len(words)]
            deeper = len(table.words) > len(words) + 1
            below.setdefault(word, f"{word} …: see its own commands" if deeper else table.summary())
    return sorted(below.items())


def function_name(words):
    return "_" + "_".join(words).replace("-", "_").replace("+", "x")


def template(name):
    return Path(__file__).with_name(name).read_text()

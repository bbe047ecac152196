"""The option tables of all commands: what `graphfuzz COMMAND --describe-options` prints, and what is read from it."""

import json
import re
import subprocess
from pathlib import Path

from argparse_table import from_python

FORMAT = ("graphfuzz option table", 1)
# Programs that have no such option are described by hand, in the same form.
BY_HAND = Path(__file__).with_name("by_hand.json")
# How the values that are files or folders are called in --help.
FILES = ("FILE", "RESULT", "UNIT")
FOLDERS = ("DIR",)


class Option:
    def __init__(self, fields):
        self.names = fields["names"]
        self.positional = fields["positional"]
        self.required = fields["required"]
        self.value = fields["value"]
        self.several = fields["several"]
        self.default = fields["default"].strip("[]")  # of lists
        self.group = fields["group"]
        self.text = fields["text"]
        # Where the table does not know the words, their names tell: rlx|acq|rel,…
        spelt = (self.value or "").rstrip(",…").split("|")
        self.words = fields["words"] or [word for word in spelt if len(spelt) > 1 and word.islower()]

    def takes_files(self):
        """Is it a file, or may it be one?"""
        return self.value is not None and (self.positional or self.value in FILES or ".cat" in self.text)

    def takes_folders(self):
        return self.value in FOLDERS

    def short_text(self, width=72):
        """What it does, on one line of so many characters at most."""
        line = " ".join(self.text.split("\n  ")[0].split())
        line = re.split(r"; |\. ", line)[0].rstrip(":.")
        if len(line) <= width:
            return line
        return line[: width - 2].rsplit(" ", 1)[0].rstrip(",;:(") + " …"


class Table:
    """A command: `words` are how one calls it, ["graphfuzz", "go", "test"], `page` is the name of its man page."""

    def __init__(self, document):
        if (document["format"], document["version"]) != FORMAT:
            raise ValueError(f"expected an option table of version {FORMAT[1]}, found {document['format']}")
        self.words = document["name"].split()
        self.page = "-".join(self.words)
        self.description = document["description"]
        self.footer = document["footer"]
        options = [Option(fields) for fields in document["options"]]
        self.arguments = [option for option in options if option.positional]
        self.options = [option for option in options if not option.positional]

    def summary(self):
        """The first sentence of what it does, as it stands after a dash."""
        sentence = re.split(r"\.(?:\s|$)|: ", " ".join(self.description.split()))[0]
        return sentence[0].lower() + sentence[1:]

    def groups(self):
        """[(name, options)], in the order of --help, the general ones last."""
        groups = {}
        for option in self.options:
            groups.setdefault(option.group, []).append(option)
        return sorted(groups.items(), key=lambda group: group[0] == "General")


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def ask(*command):
    """The table of one command. Raises CalledProcessError if it has none."""
    return Table(json.loads(output_of(*command, "--describe-options")))


def all_tables(graphfuzz, parsers=()):
    """The tables of graphfuzz, of all its commands, of programs in Python (see argparse_table.py), and of those that are
    described by hand. A command that has two names has one table."""
    tables = [ask(graphfuzz)]
    for command in output_of(graphfuzz, "--describe-commands").split():
        if command == "go":
            tables += [ask(graphfuzz, command, word) for word in
                       output_of(graphfuzz, command, "--describe-commands").split()]
        else:
            tables.append(ask(graphfuzz, command))
    tables += [Table(from_python(place)) for place in parsers]
    tables += [Table(document) for document in json.loads(BY_HAND.read_text())]
    return list({table.page: table for table in tables}.values())

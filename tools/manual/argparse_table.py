"""Option tables of programs in Python, from their argparse parsers."""

import argparse
import importlib
import re
import sys


def fields_of(action, group):
    takes_value = action.nargs != 0
    value = action.metavar or (action.dest.upper() if takes_value else None)
    return {"names": action.option_strings, "positional": not action.option_strings, "required": action.required,
            "value": value if takes_value else None, "several": action.nargs in ("+", "*"), "default": "", "group": group,
            "text": action.help or "", "words": list(map(str, action.choices or []))}


def document_of(parser):
    """What graphfuzz would print for --describe-options."""
    options = []
    for group in parser._action_groups:  # argparse has no public way to them
        title = group.title[0].upper() + group.title[1:]
        name = "General" if group.title in ("options", "optional arguments") else title
        options += [fields_of(action, name) for action in group._group_actions if action.help != argparse.SUPPRESS]
    # "examples:", as argparse has it, is "Examples:" elsewhere.
    footer = re.sub(r"(?m)^examples:$", "Examples:", parser.epilog or "")
    return {"format": "graphfuzz option table", "version": 1, "name": parser.prog, "description": parser.description or "",
            "footer": footer, "options": options}


def from_python(place):
    """The document of FOLDER:MODULE:FUNCTION, which makes the parser."""
    folder, module, function = place.rsplit(":", 2)
    sys.path.insert(0, folder)
    try:
        return document_of(getattr(importlib.import_module(module), function)())
    finally:
        sys.path.remove(folder)

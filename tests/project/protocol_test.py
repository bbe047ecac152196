#!/usr/bin/env python3
"""What graphfuzz and the Go programs that it runs have in common has the same numbers on both sides."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
REAL_GO = SOURCE / "src/frontend/real_go"


def without_comments(path):
    return re.sub(r"//[^\n]*", "", path.read_text())


def number(text):
    text = text.replace("'", "").replace("_", "")
    text = re.sub(r"std::sizet\{(\d+)\}|Word\{(\d+)\}", lambda m: m.group(1) or m.group(2), text)
    return eval(text, {}) if re.fullmatch(r"[\s0-9a-fA-FxX<\-+()]+", text) else None  # no names: numbers and << alone


def of_cpp(path):
    """By name: constants and enumerators, of which those without a number follow the one before."""
    text = without_comments(path)
    values = {}
    for name, value in re.findall(r"inline constexpr [\w:]+ (k\w+) = ([^;]+);", text):
        values[name] = number(value)
    for scope, body in re.findall(r"enum(?: class)? (\w+)(?: : [\w:]+)? \{([^}]*)\}", text):
        following = 0
        for entry in filter(None, (e.strip() for e in body.split(","))):
            name, _, value = (part.strip() for part in entry.partition("="))
            following = number(value) if value else following
            values[name if name.startswith("k") else f"{scope}::{name}"] = following
            following += 1
    return values


def of_go(path):
    """By name: constants with a number, and those that are counted with iota."""
    values = {}
    for body in re.findall(r"const \(\n(.*?)\n\)", without_comments(path), re.S):
        counted = None
        for index, line in enumerate(filter(None, (l.strip() for l in body.split("\n")))):
            name, _, value = (part.strip() for part in line.partition("="))
            if value == "iota":
                counted = 0
            if counted is not None:
                values[name] = index
            else:
                value = re.sub(r"(\w+)\s*<<\s*(\w+)", r"(\1 << \2)", value)  # which binds like a product
                if number(value) is not None:
                    values[name] = number(value)
    return values


def goes_by(name, others):
    return others.get(name, "gf" + name[1:])


class Protocol(unittest.TestCase):
    def check(self, cpp, go, others, only_cpp):
        self.assertEqual(only_cpp - cpp.keys(), set())
        for name, value in cpp.items():
            if name in only_cpp:
                continue
            self.assertIn(goes_by(name, others), go, name)
            self.assertEqual(value, go[goes_by(name, others)], name)

    def test_under_control(self):
        cpp = of_cpp(REAL_GO / "protocol.hpp")
        self.assertGreater(len(cpp), 25)
        records = {f"Record::{name}": f"gfRecord{go}" for name, go in
                   [("operation", "Op"), ("place", "Place"), ("panic", "Panic"), ("failure", "Failure"),
                    ("access", "Access"), ("meets", "Meets"), ("outside", "Outside"), ("call", "Call")]}
        turns = {"kEngine": "gfTurnEngine", "kProgram": "gfTurnProgram", "kPanic": "gfPanicKind"}
        self.check(cpp, of_go(REAL_GO / "overlay/runtime.go"), records | turns, {"kMagicField"})

    def test_running_freely(self):
        go = of_go(REAL_GO / "overlay/free.go") | of_go(REAL_GO / "overlay/free_orders.go")
        cpp = of_cpp(REAL_GO / "free/protocol.hpp")
        self.assertGreater(len(cpp), 30)
        records = {f"Record::{name}": f"gfRecord{name.capitalize()}" for name in
                   ("operation", "place", "routine", "text", "call")}
        only_cpp = {"kMagicField", "kHead", "kNoCase", "kHashOfMain", "kWordsOfSite", "kWordsOfElement"}
        self.check(cpp, go, records, only_cpp)

    def test_kinds(self):
        kinds = of_go(REAL_GO / "overlay/kinds.go")
        cpp = of_cpp(SOURCE / "include/graphfuzz/program/go/operation.hpp")
        # Words apart: "wg add" is Add, "cond signal" Signal, "atomic load" Load.
        others = {"try_lock": "TryLock", "rlock": "RLock", "runlock": "RUnlock", "try_rlock": "TryRLock",
                  "once_end": "OnceEnd", "wg_add": "Add", "wg_wait": "Wait", "cond_wait": "CondWait",
                  "cond_signal": "Signal", "cond_broadcast": "Broadcast", "atomic_add": "AtomicAdd", "panic": "Panics",
                  "timer_start": "TimerStart", "timer_stop": "TimerStop", "plain_read": "PlainRead",
                  "plain_write": "PlainWrite"}
        objects = {"channel": "ChannelObject", "once": "OnceObject", "wait_group": "Group", "timer": "TimerObject"}
        seen = 0
        for name, value in cpp.items():
            scope, _, word = name.partition("::")
            if scope not in ("Kind", "ObjectKind") or word == "gone":  # who is not there tells nothing
                continue
            short = re.sub(r"^atomic_", "", word).capitalize()
            word = (objects if scope == "ObjectKind" else others).get(word, short)
            found = [kinds[prefix + word] for prefix in ("gf", "Graphfuzz") if prefix + word in kinds]
            self.assertEqual(found, [value], name)
            seen += 1
        self.assertEqual(seen, len(kinds))

    def test_panics(self):
        cpp = of_cpp(SOURCE / "include/graphfuzz/program/go/operation.hpp")
        go = of_go(REAL_GO / "overlay/runtime.go")
        for word, name in [("send_on_closed", "gfPanicSend"), ("close_of_closed", "gfPanicClose"),
                           ("close_of_nil", "gfPanicNil"), ("negative_wait_group", "gfPanicGroup"),
                           ("unlock_of_unlocked", "gfPanicUnlock")]:
            self.assertEqual(cpp[f"Panic::{word}"], go[name], word)


if __name__ == "__main__":
    unittest.main()

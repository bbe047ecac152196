"""The compilers and CMake's graphfuzz_add_test watch the same functions of the C library: each has a list of its own."""

import itertools
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ["SOURCE_DIR"])


def of_compilers():
    """The sets of functions that are no builtins, and that are wrapped."""
    text = (SOURCE / "src/frontend/native/build/compiler.cpp").read_text()
    # Each loop over names, up to the next one.
    loops = [(re.findall(r'"([^"]*)"', names), body) for names, body in re.findall(
        r"for \(const char\*[^:]*:\s*\{([^}]*)\}\)\s*\{?([^}]*?)(?=for \(|\})", text)]
    builtins = [name for names, body in loops if "-fno-builtin-" in body for name in names]
    wrapped = [name for names, body in loops if '--wrap=") + function' in body for name in names]
    prefixes = next(names for names, body in loops if not body.strip())  # around the next one
    scans = next(names for names, body in loops if '--wrap=") + standard + function' in body)
    return set(builtins), set(wrapped) | {a + b for a, b in itertools.product(prefixes, scans)}


def of_cmake():
    text = (SOURCE / "cmake/graphfuzz_add_test.cmake").read_text()
    builtins = set(re.findall(r"-fno-builtin-(\w+)", text))
    builtins |= set(re.search(r"foreach\(function ([^)]*)\)", text).group(1).split())
    return builtins, set(re.search(r"foreach\(wrapped ([^)]*)\)", text).group(1).split())


class WatchedFunctionsTest(unittest.TestCase):
    def test_lists(self):
        for ours, cmakes, known in zip(of_compilers(), of_cmake(), ("malloc", "__isoc99_sscanf")):
            self.assertIn(known, ours)
            self.assertGreater(len(ours), 25)
            self.assertEqual(sorted(ours), sorted(cmakes))


if __name__ == "__main__":
    unittest.main()

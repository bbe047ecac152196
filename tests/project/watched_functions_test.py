"""The compilers and CMake's graphfuzz_add_test watch the same functions of the C library: each has a list of its own of
those that are not to be the compiler's builtins. (What is wrapped is in a list that the runtime's build writes.)"""

import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ["SOURCE_DIR"])


def of_compilers():
    text = (SOURCE / "src/frontend/native/build/compiler.cpp").read_text()
    # Each loop over names, up to the next one.
    loops = [(re.findall(r'"([^"]*)"', names), body) for names, body in re.findall(
        r"for \(const char\*[^:]*:\s*\{([^}]*)\}\)\s*\{?([^}]*?)(?=for \(|\})", text)]
    return {name for names, body in loops if "-fno-builtin-" in body for name in names}


def of_cmake():
    text = (SOURCE / "cmake/graphfuzz_add_test.cmake").read_text()
    return (set(re.findall(r"-fno-builtin-(\w+)", text))
            | set(re.search(r"foreach\(function ([^)]*)\)", text).group(1).split()))


class WatchedFunctionsTest(unittest.TestCase):
    def test_lists(self):
        ours, cmakes = of_compilers(), of_cmake()
        self.assertIn("malloc", ours)
        self.assertGreater(len(ours), 25)
        self.assertEqual(sorted(ours), sorted(cmakes))


if __name__ == "__main__":
    unittest.main()

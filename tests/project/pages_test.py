#!/usr/bin/env python3
"""What users read refers to nothing that a clone does not have: links lead to files, and paths stay inside."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
PAGES = [page for pattern in ("*.md", "doc/**/*.md", "litmus/**/*.md", "memory_models/*.md", "thesis/*.md")
         for page in sorted(SOURCE.glob(pattern))]


class Pages(unittest.TestCase):
    def test_there_are_some(self):
        self.assertIn(SOURCE / "README.md", PAGES)
        self.assertGreater(len(PAGES), 10)

    def test_links_lead_somewhere(self):
        for page in PAGES:
            for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
                if re.match(r"[a-z]+:", link):
                    continue
                self.assertTrue((page.parent / link).exists(), f"{page}: {link}")

    def test_fields_of_json_are_on_their_page(self):
        page = (SOURCE / "doc/json.md").read_text()
        named = {word for code in re.findall(r"`([^`]*)`", page) for word in re.split(r"\W+", code)}
        fields = {field for file in ("json", "comparison", "explanation", "go_difference", "go_trace_json", "models")
                  for field in re.findall(r'[{\[]"([a-z_0-9]+)"[],]', (SOURCE / f"src/report/{file}.cpp").read_text())}
        self.assertGreater(len(fields), 90)
        self.assertEqual(fields - named, set())

    def test_version_is_the_same_everywhere(self):
        version = re.search(r"project\(graphfuzz VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        citation = (SOURCE / "CITATION.cff").read_text()
        self.assertEqual(re.search(r"(?m)^version: (.*)$", citation)[1], version)
        for field in ("cff-version", "message", "title", "authors"):
            self.assertRegex(citation, f"(?m)^{field}:")
        self.assertIn(version, (SOURCE / "CHANGELOG.md").read_text())

    def test_commands_and_words_stay_inside(self):
        for page in PAGES:
            for number, line in enumerate(page.read_text().splitlines(), 1):
                text = re.sub(r"\]\([^)]*\)", "", line)
                for outside in (r"\.\./(traces|shared|oracle)", r"\bshared/", r"\bthe specification\b", r"\bthe oracle\b"):
                    self.assertIsNone(re.search(outside, text), f"{page}:{number}: {line}")


if __name__ == "__main__":
    unittest.main()

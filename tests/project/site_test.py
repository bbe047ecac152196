"""The static site of the documentation: every page is on it, every link on it leads to a file and to a heading that there
is, and a link that leads nowhere is told. A second run replaces the first; a folder of somebody else's is left alone."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])


def write(source, folder):
    return subprocess.run([source / "tools/site/write", folder], capture_output=True, text=True)


class Site(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name) / "site"

    def tearDown(self):
        self.temporary.cleanup()

    def test_all_pages_and_links(self):
        for _ in range(2):
            done = write(SOURCE, self.folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for page in ["README.md", *map(str, SOURCE.glob("doc/**/*.md")), "CONTRIBUTING.md", "CHANGELOG.md"]:
            path = (SOURCE / page).relative_to(SOURCE)
            name = "index.html" if path.name == "README.md" else path.with_suffix(".html").name
            self.assertTrue((self.folder / path.parent / name).is_file(), page)
        self.check_links()
        # From every page one gets to every other.
        for file in self.folder.rglob("*.html"):
            text = file.read_text()
            self.assertIn('name="viewport"', text, file)
            self.assertGreater(len(re.findall("<li><a href", text.partition("<main")[0])), 30, file)

    def check_links(self):
        """Independently of what the site's own check says."""
        links = 0
        for file in self.folder.rglob("*.html"):
            for link in re.findall(r'(?:href|src)="([^"]*)"', file.read_text()):
                if re.match("https?:", link):
                    continue
                self.assertFalse(link.endswith(".md"), f"{file}: {link}")
                path, _, anchor = link.replace("&amp;", "&").partition("#")
                target = (file.parent / path).resolve() if path else file
                self.assertTrue(target.is_file(), f"{file}: {link}")
                if anchor and target.suffix == ".html":
                    self.assertIn(f'id="{anchor}"', target.read_text(), f"{file}: {link}")
                links += 1
        self.assertGreater(links, 1000)

    def test_tables_and_code(self):
        write(SOURCE, self.folder)
        index = (self.folder / "index.html").read_text()
        self.assertIn("<td><code>--volatile plain|relaxed</code></td>", index)
        self.assertIn("<pre><code>tools/run litmus/SB.litmus -n 10000", index)
        self.assertNotIn("\n| ", (self.folder / "doc/json.html").read_text())  # a table that was not seen as one

    def test_links_that_lead_nowhere_are_told(self):
        copy = Path(self.temporary.name) / "copy"
        for part in ("tools/site", "doc", "litmus", "memory_models", "thesis", "examples"):
            shutil.copytree(SOURCE / part, copy / part, ignore=shutil.ignore_patterns("results"))
        for file in SOURCE.glob("*.md"):
            shutil.copy(file, copy)
        shutil.copy(SOURCE / "LICENSE", copy)
        with (copy / "doc/json.md").open("a") as page:
            page.write("\n[a](nowhere.md) [b](results.md#no-such-heading)\n")
        done = write(copy, self.folder)
        self.assertEqual(done.returncode, 1, done.stdout)
        for link in ("doc/json.html: nowhere.md", "doc/json.html: results.html#no-such-heading"):
            self.assertIn(f"leads nowhere: {link}", done.stdout)

    def test_folders_of_others_are_left_alone(self):
        self.folder.mkdir()
        (self.folder / "mine").touch()
        self.assertEqual(write(SOURCE, self.folder).returncode, 1)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["mine"])


if __name__ == "__main__":
    if subprocess.run(["/usr/bin/python3", "-c", "import markdown"], capture_output=True).returncode != 0:
        print("there is no python3-markdown")
        sys.exit(77)
    unittest.main()

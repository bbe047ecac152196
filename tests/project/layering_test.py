"""Layering: a file of src/<layer>/ or include/graphfuzz/<layer>/ includes only headers of its own layer and of the
layers that this one links, directly or not. The link lists are read from src/CMakeLists.txt, their only source.

Headers that belong to no layer (include/graphfuzz/*.hpp) count as what they include.
The environment variable SOURCE_DIR names the tree to check; by default it is the one this file is in.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def read_layers(source_dir):
    """The layers with their direct links, from the graphfuzz_layer() calls of src/CMakeLists.txt."""
    text = re.sub(r"#.*", "", (source_dir / "src/CMakeLists.txt").read_text())
    layers = {}
    for call in re.findall(r"graphfuzz_layer\(([^)]*)\)", text):
        name, *arguments = call.split()
        links, keyword = [], None
        for argument in arguments:
            if argument.isupper():
                keyword = argument
            elif keyword == "LINKS":
                links.append(argument)
        layers[name] = links
    return layers


def reachable(layers, layer):
    """The layer and all that it links, directly or not."""
    found = {layer}
    for link in layers[layer]:
        found |= reachable(layers, link)
    return found


class Check:
    def __init__(self, source_dir):
        self.source_dir = source_dir
        self.roots = [source_dir / "include", source_dir / "src"]
        self.layers = read_layers(source_dir)
        self.errors = []

    def layer_of(self, file):
        """The layer that a file belongs to, None if it belongs to none."""
        for folder in (self.source_dir / "include/graphfuzz", self.source_dir / "src"):
            if file.is_relative_to(folder):
                parts = file.relative_to(folder).parts
                return parts[0] if len(parts) > 1 and parts[0] in self.layers else None
        return None

    def resolve(self, file, quote, name):
        """The file of this project that an include names, None if it is someone else's."""
        folders = ([file.parent] if quote == '"' else []) + self.roots
        for folder in folders:
            candidate = Path(os.path.normpath(folder / name))
            if candidate.is_file():
                return candidate
        return None

    def visit(self, file, layer, allowed, seen):
        """Checks the includes of a file as part of the layer, following headers that belong to no layer."""
        if file in seen:
            return
        seen.add(file)
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            where = f"{file.relative_to(self.source_dir)}:{number}"
            target = self.resolve(file, *include.groups())
            if target is None:
                if include[2].startswith("graphfuzz/"):
                    self.errors.append(f"{where}: there is no {include[2]}")
                continue
            other = self.layer_of(target)
            if other is None:
                self.visit(target, layer, allowed, seen)
            elif other not in allowed:
                self.errors.append(f"{where}: layer {layer} includes {include[2]}, but does not link {other}")

    def run(self):
        files = 0
        for layer in self.layers:
            allowed = reachable(self.layers, layer)
            for root in (self.source_dir / "src" / layer, self.source_dir / "include/graphfuzz" / layer):
                for file in sorted(root.rglob("*.[chi]pp")):
                    files += 1
                    self.visit(file, layer, allowed, set())
        return files


def self_test():
    """The check must tell good from bad on a tree made for the purpose, or its silence means nothing."""
    includes = {
        "graphfuzz/graph/a.hpp": True,  # linked through middle
        "../middle/b.hpp": True,
        "graphfuzz/top/c.hpp": True,
        "vector": True,
        "graphfuzz/other/d.hpp": False,
        "other/e.hpp": False,
        "../other/e.hpp": False,
        "graphfuzz/all.hpp": False,  # belongs to no layer and includes other/d.hpp
        "graphfuzz/graph/missing.hpp": False,
    }
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in ["include/graphfuzz/graph/a.hpp", "src/middle/b.hpp", "include/graphfuzz/top/c.hpp",
                     "include/graphfuzz/other/d.hpp", "src/other/e.hpp", "include/graphfuzz/all.hpp", "src/top/f.cpp"]:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).touch()
        (tree / "include/graphfuzz/all.hpp").write_text('#include "graphfuzz/other/d.hpp"\n')
        (tree / "src/CMakeLists.txt").write_text(
            "graphfuzz_layer(graph USES other)\ngraphfuzz_layer(middle LINKS graph)  # LINKS other\n"
            "graphfuzz_layer(other LINKS graph)\ngraphfuzz_layer(top\n  LINKS middle USES_INLINE other)\n")
        for name, allowed in includes.items():
            (tree / "src/top/f.cpp").write_text(f'#include "{name}"\n')
            check = Check(tree)
            check.run()
            assert bool(check.errors) != allowed, f"{name}: {check.errors}"


def main():
    self_test()
    check = Check(Path(os.environ.get("SOURCE_DIR", Path(__file__).parents[2])).resolve())
    assert check.layers, "no graphfuzz_layer() in src/CMakeLists.txt"
    files = check.run()
    print(*check.errors, sep="\n", end="\n" if check.errors else "")
    print(f"{files} files in {len(check.layers)} layers, {len(check.errors)} forbidden includes")
    sys.exit(1 if check.errors else 0)


main()

"""Programs of litmus/go have the same outcomes and bugs in process and built by Go's own toolchain: a sample of them.

usage: real_go_same_test.py [--all]
Environment: GRAPHFUZZ, SOURCE_DIR, SANITIZE. Exit code 77 (skipped): there is no Go 1.19.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 15
# In process of the engine's own making, so that the sample has them.
ALWAYS = {"atomic-copy-on-write-fixed.go", "atomic-stack.go"}


def report(command, folder):
    """Of one program: what graphfuzz says in JSON."""
    done = subprocess.run([os.environ["GRAPHFUZZ"], *command, "--exhaustive", "-t", str(SECONDS), "--seed", "1", "-q",
                           "--json=-", "--replay-dir", "replays"],
                          capture_output=True, text=True, cwd=folder, timeout=60 + 10 * SECONDS)
    if done.returncode not in (0, 1, 4) or not done.stdout.strip():
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    return json.loads(done.stdout)[0]


def outcome(text):
    """How it ended and what it printed, without what only one of them says: places, and that Go's runtime prints why a
    program panics."""
    ending, _, printed = text.partition("; ")
    ending = re.sub(r"\s+at \S+", "", ending).replace("panic: panic: ", "panic: ").replace("fatal error: ", "")
    return ending.strip(), tuple(line for line in printed.split(" | ") if line and not line.startswith("panic: "))


def compare(program, module):
    """What is wrong, or nothing; and whether both were explored to their end."""
    package = module / re.sub(r"\W", "_", program.stem)
    package.mkdir()
    shutil.copy(program, package / "main.go")
    ours = report([str(program)], module)
    real = report(["go", "run", f"./{package.name}"], module)
    whole = all(one["complete"] and one["truncated"] == 0 for one in (ours, real))
    if not whole:
        return None, False
    in_process, for_real = ({outcome(state) for state in one["states"]} for one in (ours, real))
    if in_process != for_real:
        return f"outcomes {sorted(in_process ^ for_real)[:4]} are not of both", True
    # Races are found with -race only.
    in_process, for_real = ({bug["kind"] for bug in one["bugs"]} - {"race"} for one in (ours, real))
    if in_process != for_real:
        return f"bugs are {sorted(in_process)} in process, {sorted(for_real)} for real", True
    return None, True


def main():
    version = shutil.which("go") and subprocess.run(["go", "env", "GOVERSION"], capture_output=True, text=True).stdout
    if not version or not version.startswith("go1.19") or os.environ.get("SANITIZE"):
        print("skipped: expected Go 1.19, and no sanitizers")
        return 77
    every = 1 if "--all" in sys.argv else 24
    programs = [p for p in sorted((Path(os.environ["SOURCE_DIR"]) / "litmus/go").glob("*.go"))
                if re.search(r"^func main\(", p.read_text(), re.M)]
    wrong, compared, open_ones = [], 0, []
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_CACHE_HOME=f"{folder}/cache", GOCACHE=f"{os.environ.get('BUILD_DIR', folder)}/tests/go-cache", GOFLAGS="", GOPROXY="off")
        module = Path(folder) / "module"
        module.mkdir()
        (module / "go.mod").write_text("module example.com/m\n\ngo 1.19\n")
        chosen = set(programs[::every]) | {p for p in programs if p.name in ALWAYS}
        for program in sorted(chosen):
            error, whole = compare(program, module)
            compared += whole
            if error:
                wrong.append(f"{program}: {error}")
            elif not whole:
                open_ones.append(program.name)
    print(*wrong, sep="\n")
    print(f"{compared} programs compared, {len(wrong)} differ; not explored to their end: "
          + (', '.join(open_ones) or 'none'))
    return 1 if wrong or compared < 8 else 0


if __name__ == "__main__":
    sys.exit(main())

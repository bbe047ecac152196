"""The progress line of a terminal: what is left out first, that it fits, and that characters stay whole."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

if os.environ.get("SANITIZE"):
    sys.exit(77)  # the lines come by the clock, and the first one too late

GRAPHFUZZ = os.environ["GRAPHFUZZ"]
MANY = "C {name}\n{{}}\n" + "".join(
    f"P{t} (atomic_int* x) {{{{ atomic_store(x, {t}); atomic_store(x, 1{t}); atomic_store(x, 2{t}); }}}}\n"
    for t in range(5)) + "exists (x=0)\n"
# The parts by what they look like, the most important first.
PARTS = [r"[0-9]+ executions", r"[0-9.e+-]+ % of the tree", r"[0-9]+ graphs", r"[0-9]+ s\b", r"[0-9]+/s", r"graphs in all"]


def last_lines(arguments, columns, seconds=2.5):
    """What the line said, each time, on a terminal of so many columns."""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    run = subprocess.Popen([GRAPHFUZZ] + arguments, stdout=subprocess.DEVNULL, stderr=end)
    os.close(end)
    output = b""
    stop = time.monotonic() + seconds
    # On a busy machine the first line may take longer.
    while time.monotonic() < stop or (b"\r\x1b[K" not in output and time.monotonic() < stop + 30):
        if select.select([terminal], [], [], 0.1)[0]:
            output += os.read(terminal, 65536)
    run.send_signal(signal.SIGTERM)
    try:
        while data := os.read(terminal, 65536):
            output += data
    except OSError:  # the other end is closed
        pass
    run.wait(timeout=30)
    os.close(terminal)
    lines = output.split(b"\r\x1b[K")
    return [line.decode("utf-8") for line in lines if line and b"\n" not in line]  # decode: no character is cut


def parts_of(line):
    return [bool(re.search(part, line)) for part in PARTS]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, file in (("SB", "a.litmus"), ("many", "b.litmus")):
        with open(file, "w") as out:
            out.write(MANY.format(name=name))
    with open("żółw-żółw-żółw-żółw.go", "w") as out:
        out.write("package main\nfunc main() {\n\tc := make(chan int, 1)\n\tfor { c <- 1; <-c }\n}\n")

    seen = set()
    for columns in (200, 100, 70, 50, 30, 12):
        lines = last_lines(["--exhaustive", "a.litmus", "b.litmus"], columns)
        assert lines, f"no line on {columns} columns"
        for line in lines:
            assert len(line) < columns, (columns, line)
        line = lines[-1]
        if columns >= 50:
            assert line.startswith("1/2 SB under rc11: "), line
        # Nothing is left out while something less important stays.
        there = parts_of(line)
        seen.add(tuple(there))
        if columns >= 30:
            assert there[0], (columns, line)
            assert there == sorted(there, reverse=True), (columns, line, there)
        if columns == 200:
            assert there[:5] == [True] * 5, line
    assert len(seen) >= 3, seen  # some of these widths did leave something out

    # Names of more bytes than characters, cut or not.
    for columns in (80, 33, 21, 20, 19):
        lines = last_lines(["--strategy", "random", "--max-steps", "1000", "-t", "100", "żółw-żółw-żółw-żółw.go"], columns, 1.5)
        assert lines, f"no line on {columns} columns"
        assert all(len(line) < columns for line in lines), (columns, lines)
        if columns <= 33:
            assert "…" in lines[-1], (columns, lines[-1])

# Checkpoints are written, and read, without being in memory as a whole. (Not with sanitizers, which keep what is freed.)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 - "$GRAPHFUZZ" "$SOURCE_DIR/litmus/long-assert-9.litmus" <<'END'
import os, subprocess, sys

graphfuzz, program = sys.argv[1:]
mega = 1 << 20


def peak(*arguments):
    """Bytes of memory that a run takes at most."""
    process = subprocess.Popen([graphfuzz, *arguments, "-q"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), arguments
    return usage.ru_maxrss * 1024


run = [program, "--strategy", "random", "--seed", "1", "-n", "800000", "--memory", "8M"]
without = peak(*run)
kept = peak(*run, "--checkpoint", "c")
resumed = peak("resume", "c", "-n", "800100", "--memory", "8M")
size = os.path.getsize("c")
print(f"checkpoint {size / mega:.0f} MB; peak {without / mega:.0f} MB, with it {kept / mega:.0f} MB, "
      f"gone on with {resumed / mega:.0f} MB")
assert size > 8 * mega, "too small to show anything"
assert kept < without + size / 4
assert resumed < without + size * 1.25  # the file is looked at where it is, which counts as memory of the process
END

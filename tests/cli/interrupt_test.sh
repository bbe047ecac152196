# Ctrl-C: full results within a second, marked as interrupted; time limits hold.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

for signal in INT TERM; do
  rm -f result.json
  # A shell makes the background ignore SIGINT; Python starts it as a terminal would.
  check 0 python3 - "$GRAPHFUZZ" "$signal" <<'END'
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
run = subprocess.Popen([sys.argv[1], "-t", "100", "--strategy", "mix", "--json", "result.json", "forbidden.litmus", "exists.litmus"],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
time.sleep(1)
run.send_signal(getattr(signal, "SIG" + sys.argv[2]))
before = time.monotonic()
out, err = run.communicate(timeout=60)
assert time.monotonic() - before < 1, "took too long to stop"
assert run.returncode == 1, (run.returncode, out, err)
assert b"rc11" in out and b"interrupted" in out, out
END
  json result.json 'len(r) == 1 and r[0]["interrupted"] and r[0]["executions"] > 0 and len(r[0]["states"]) == 4'
done

check 0 timeout 20 "$GRAPHFUZZ" --strategy mix -t 1 --json time.json exists.litmus
json time.json '0.9 < r[0]["seconds"] < 3 and r[0]["executions"] > 10000 and not r[0]["interrupted"]'

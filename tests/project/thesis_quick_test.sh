#!/usr/bin/env bash
# thesis/evaluate --quick from nothing to its files: they mean what they say (tests/project/thesis/check_results.py), a
# second call runs nothing again, the same seeds give the same numbers, and Ctrl-C loses nothing.
# GRAPHFUZZ: the executable; without it the test is skipped.
# Takes minutes.
set -euo pipefail
source_dir=${SOURCE_DIR:?}
if [[ -z ${GRAPHFUZZ:-} ]]; then
  echo "skipped: there is no graphfuzz executable"
  exit 77
fi
export GRAPHFUZZ
# What Go has compiled of its library for the tests of the command line need not be compiled again.
[[ -z ${BUILD_DIR:-} ]] || export GOCACHE=$BUILD_DIR/tests/go-cache
evaluate=$source_dir/thesis/evaluate
check=$source_dir/tests/project/thesis/check_results.py
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $1"; exit 1; }

code_of() { local code=0; "$@" >"$folder/log" 2>&1 || code=$?; echo "$code"; }

echo "== usage"
[[ $(code_of "$evaluate" --help) == 0 && $(code_of "$evaluate" --list) == 0 ]] || fail "--help or --list"
grep -q '^long-race  *rc11' "$folder/log" || fail "--list does not list"
for wrong in --programs=nonesuch --strategies=nonesuch --seeds=0 --executions=x --graphfuzz=/nonexistent; do
  [[ $(code_of "$evaluate" --quick --out "$folder/wrong" "$wrong") == 2 ]] || fail "$wrong is no wrong usage"
done

echo "== quick"
start=$SECONDS
"$evaluate" --quick --out "$folder/out" >"$folder/log" 2>&1 || { cat "$folder/log"; fail "--quick"; }
tail -n 1 "$folder/log"
grep -q '^| program | strategy | median | against' "$folder/out/report.md" || fail "no significance"
grep -q -- '--quick is noisy' "$folder/out/report.md" || fail "the report does not say that quick is noisy"
[[ -z $(grep -L '^### (Noisy' "$folder/out"/tables/*.md) ]] || fail "a table does not say that quick is noisy"
if grep -qE ',(no|not measured)$' "$folder/out/claims.csv"; then
  grep -q -- '--quick is noisy' "$folder/log" || fail "claims fail, and nothing is said about noise"
fi
echo "took $((SECONDS - start)) s"
python3 "$check" "$folder/out"

echo "== again: everything from the cache"
cp "$folder/out/raw.csv" "$folder/first.csv"
find "$folder/out/runs" -name '*.json' -printf '%p %T@\n' | sort >"$folder/before"
"$evaluate" --quick --out "$folder/out" --no-plots >"$folder/log" 2>&1
find "$folder/out/runs" -name '*.json' -printf '%p %T@\n' | sort | cmp - "$folder/before" || fail "runs were run again"
cmp "$folder/out/raw.csv" "$folder/first.csv" || fail "the cache changes results"

echo "== --check says what claims.csv says"
expected=0
if grep -qE ',(no|not measured)$' "$folder/out/claims.csv"; then expected=1; fi
[[ $(code_of "$evaluate" --quick --out "$folder/out" --no-plots --check) == "$expected" ]] || fail "--check"

echo "== rebuilt of the runs alone: the same files"
mkdir "$folder/moved"
cp -r "$folder/out"/{runs,environment.json} "$folder/moved"
[[ $(GRAPHFUZZ=/nonexistent code_of "$evaluate" --rebuild --out "$folder/moved" --no-plots) == 0 ]] ||
  { cat "$folder/log"; fail "--rebuild"; }
for file in "$folder/out"/*.csv "$folder/out"/tables/*; do
  cmp "$file" "${file/$folder\/out/$folder\/moved}" || fail "--rebuild makes something else of the same runs"
done
if command -v pdflatex >/dev/null; then
  [[ -s $folder/moved/evaluation.pdf ]] || { cat "$folder/log"; fail "no text"; }
fi
rm "$(find "$folder/moved/runs/mp" -name '*-1000-1.json' | sort | head -n 1)"
[[ $(code_of "$evaluate" --rebuild --out "$folder/moved" --no-plots) == 3 ]] || fail "--rebuild does not miss a run"
grep -q '^- mp .* 1000 seed 1: not in the folder' "$folder/moved/report.md" || fail "the report does not say what is missing"
[[ $(code_of "$evaluate" --rebuild --out "$folder") == 2 ]] || fail "--rebuild of nothing"

echo "== on a cluster: the same numbers"
if /usr/bin/python3 -c 'import distributed' 2>/dev/null; then
  /usr/bin/python3 "$evaluate" --quick --local 2 --out "$folder/cluster" --no-plots --seconds 0 --programs mp --seeds 2 \
    --go-kernels none --native-programs none --native-beside none >"$folder/log" 2>&1 || { cat "$folder/log"; fail "--local"; }
  python3 "$check" --same "$folder/first.csv" "$folder/cluster/raw.csv"
else
  echo "skipped: no python3-distributed"
fi

echo "== a damaged cache file is run again, with the same result"
damaged=$(find "$folder/out/runs" -name '*-1000-1.json' | sort | head -n 1)
head -c 100 "$damaged" >"$folder/half" && cp "$folder/half" "$damaged"
"$evaluate" --quick --out "$folder/out" --no-plots --seconds 0 >"$folder/log" 2>&1
cmp -s "$damaged" "$folder/half" && fail "the damaged file is still there"

echo "== the same seeds, the same numbers"
"$evaluate" --quick --out "$folder/other" --no-plots --seconds 0 --programs mp,dekker+broken --seeds 2 >"$folder/log" 2>&1
python3 "$check" --same "$folder/first.csv" "$folder/other/raw.csv"

if [[ $(go env GOVERSION 2>/dev/null) == go1.19* ]]; then
  echo "== real Go programs, ours and those of a folder that looks like GoBench"
  bench=$folder/bench/gobench/goker/blocking/project/17
  mkdir -p "$bench"
  printf 'package project17\n\nimport "testing"\n\nfunc TestProject17(*testing.T) { go func() { make(chan int) <- 1 }() }\n' \
    >"$bench/project17_test.go"
  for words in --go-real "--go-real=$folder/bench"; do
    "$evaluate" "$words" --quick --go-kernels spec-send-on-closed --strategies random,gopie+ --seeds 2 --out "$folder/real" \
      >"$folder/log" 2>&1 || { cat "$folder/log"; fail "$words"; }
    cat "$folder/real/go-real.csv" >>"$folder/real.csv"
  done
  [[ $(grep -cE '^(spec-send-on-closed|project_17),[a-z]+,(random|gopie\+),2,2,[1-9]' "$folder/real.csv") == 4 ]] ||
    { cat "$folder/real.csv"; fail "bugs of real Go programs"; }
  grep -q '^| random | 1 | 1 |' "$folder/real/go-real.md" || fail "no summary of real Go programs"
  [[ $(code_of "$evaluate" --go-real "$folder/nowhere") == 2 ]] || fail "a checkout that is none"
  PYTHONPATH=$source_dir/thesis python3 -c '
from evaluation.go_real import kernels
ours = kernels()
assert len(ours) >= 60 and len({kernel.group for kernel in ours}) >= 5 and any(kernel.race for kernel in ours), len(ours)' ||
    fail "kernels of our own"
fi

echo "== interrupted, and on"
# The second run is long enough to be under way. A shell makes the background ignore SIGINT; Python starts it as a
# terminal would.
python3 - "$evaluate" "$folder/cut" <<'END' || fail "SIGINT"
import os, pathlib, signal, subprocess, sys, time

signal.signal(signal.SIGINT, signal.default_int_handler)
out = pathlib.Path(sys.argv[2])
run = subprocess.Popen([sys.argv[1], "--out", out, "--no-plots", "--programs", "P1", "--seeds", "1", "--executions",
                        "1000,100000000", "--exhaustive-seconds", "0", "--seconds", "0"], stderr=subprocess.PIPE, text=True,
                       env=os.environ | {"TMPDIR": str(out.parent)})  # tells its runs from others
while not list(out.glob("runs/P1/*-1000-1.json")):
    assert run.poll() is None, run.communicate()
    time.sleep(0.05)
time.sleep(0.3)
run.send_signal(signal.SIGINT)
try:
    _, complaints = run.communicate(timeout=30)
finally:
    run.kill()
assert run.returncode == 130, (run.returncode, complaints)
assert "interrupted" in complaints and "Traceback" not in complaints, complaints
ours = str(out.parent / "graphfuzz-evaluation-").encode()
left = []
for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
    try:
        left += [process] if ours in process.read_bytes() else []
    except OSError:
        pass  # it has ended
assert not left, f"left running: {left}"
END
compgen -G "$folder/cut/runs/P1/*-1000-1.json" >/dev/null || fail "finished runs are lost"
compgen -G "$folder/cut/runs/P1/*-100000000-1.json" >/dev/null && fail "the interrupted run is in the cache"
[[ ! -e $folder/cut/raw.csv ]] || fail "half an evaluation was written"
echo "all is well"

# --memory: what does not fit goes to disk, and the numbers stay what they are; or they are estimated, and say so.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"
# A million executions; the tests of BoundedCounts take the same ways with fewer.
if [ -n "${SANITIZE:-}" ]; then exit 77; fi

mkdir spill
long="$SOURCE_DIR/litmus/long-assert-9.litmus"
run() { check 0 "$GRAPHFUZZ" --strategy random --seed 1 -n 150000 "$@" "$long"; }

run --memory 0 --json all.json
run --memory 4M --json bounded.json
TMPDIR=$PWD/spill run --memory 4M
has out '^Memory +[0-9]+ fingerprints on disk \([0-9]+ MB\)$'
has out '^Left +unknown: memory did not suffice to count each graph'
json all.json 'r[0]["keys_on_disk"] == 0 and r[0]["graphs_counted"] and r[0]["graphs_rf_exact"] and r[0]["gini"] >= 0'
json bounded.json 'r[0]["keys_on_disk"] > 10000 and not r[0]["graphs_counted"] and r[0]["graphs_rf_exact"]'
json bounded.json 'r[0]["gini"] is None and r[0]["discovery"] is None and r[0]["disk_trouble"] is None'
python3 - <<'END'
import json
a, b = (json.load(open(name))[0] for name in ("all.json", "bounded.json"))
for key in ("graphs", "graphs_rf", "positive", "negative", "executions"):
    assert a[key] == b[key], (key, a[key], b[key])
END

run --memory 4M --approximate
has out '^Graphs +[0-9]+±[0-9]+ by rf and mo, [0-9]+±[0-9]+ by rf, '
has out '^Memory +what has ± is estimated'
run --memory 4M --approximate --json about.json
python3 - <<'END'
import json
a, b = (json.load(open(name))[0] for name in ("all.json", "about.json"))
for key in ("graphs", "graphs_rf"):
    assert 0 < abs(a[key] - b[key]) <= 4 * b["standard_errors"][key] < a[key] / 20, (key, a[key], b[key])
END

# No disk: estimates, and why.
TMPDIR=$PWD/nowhere run --memory 4M
has out '^Memory +the disk could not be used \(.*nowhere: cannot hold a file: No such file or directory\); what has ±'

for size in 1K -1 x 5X '' 1e9; do
  check 2 "$GRAPHFUZZ" --memory "$size" exists.litmus
  has err '^graphfuzz: '
done

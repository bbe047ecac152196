# Campaigns of real Go programs that are kept in a file and gone on with, taken apart, and done by several processes: they
# find what one does in one go.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module pool
cat >pool_test.go <<'EOF'
package pool

import (
	"context"
	"testing"
	"time"
)

EOF
deadline_test >>pool_test.go
cat >>pool_test.go <<'EOF'

// 288 graphs.
func TestOrder(t *testing.T) {
	order := make(chan int, 6)
	done := make(chan bool)
	for i := 1; i <= 3; i++ {
		go func(i int) {
			order <- i
			if i == 1 {
				order <- i + 3
			}
			done <- true
		}(i)
	}
	first := <-order
	for i := 0; i < 3; i++ {
		<-done
	}
	if first == 3 && <-order == 2 {
		t.Error("backwards")
	}
}
EOF

# same A B KEY…: fails unless these are the same in both results; no KEY: all but time and the number of workers.
same() {
  python3 - "$@" <<'EOF'
import json, sys
a, b = (json.load(open(name))[0] for name in sys.argv[1:3])
for result in a, b:
    for key in ("seconds", "workers"): result.pop(key, None)
    for bug in result["bugs"]: bug.pop("seconds"), bug.pop("replay", None)
for key in sys.argv[3:] or set(a) | set(b):
    assert a.get(key) == b.get(key), (key, a.get(key), b.get(key))
EOF
}
bugs() { python3 -c 'import json, sys
for bug in sorted((bug["kind"], bug["message"]) for bug in json.load(open(sys.argv[1]))[0]["bugs"]): print(*bug)' "$1"; }

check 1 "$GRAPHFUZZ" go test . -run Order --exhaustive --seed 1 -q --json whole.json
json whole.json 'r[0]["complete"] and r[0]["graphs"] == 288 and len(r[0]["bugs"]) > 0'

# Taken apart.
check '0|1' "$GRAPHFUZZ" go test . -run Order --exhaustive --seed 1 --split units --parts 2 -q
number=0
for unit in units/*.unit; do
  number=$((number + 1))
  check '0|1' "$GRAPHFUZZ" work "$unit" -o "$number.result" -q
done
check 1 "$GRAPHFUZZ" merge units/split.result ./[0-9].result -q --json merged.json
json merged.json 'r[0]["complete"]'
same whole.json merged.json test graphs states positive negative condition_verdict
bugs whole.json >whole.bugs
bugs merged.json | cmp - whole.bugs

# In processes.
check 1 "$GRAPHFUZZ" go test . -run Order --exhaustive --seed 1 -j 2 --processes -q --json processes.json
json processes.json 'r[0]["complete"]'
same whole.json processes.json graphs states
bugs processes.json | cmp - whole.bugs

# Stopped at any moment, and gone on with: by its budget, and by Ctrl-C.
check '0|1' "$GRAPHFUZZ" go test . -run Order --exhaustive --seed 1 -n 11 --checkpoint kept -q
"$GRAPHFUZZ" resume kept -n 1000 --checkpoint-every 10ms -q >out 2>err &
sleep 0.3
kill -INT $! 2>/dev/null || true
code=0
wait $! || code=$?
[[ $code == [014] ]]
rm -rf "$XDG_CACHE_HOME"/graphfuzz/go/*.test  # is built again
check 1 "$GRAPHFUZZ" resume kept -n 10000 -q --json kept.json
same whole.json kept.json

# Ctrl-C: what was found until then is told at once, and no process is left.
for how in '' --free; do
  "$GRAPHFUZZ" go test . -run Order $how --strategy random -n 10000000 --seed 1 --json stopped.json --junit stopped.xml >out 2>err &
  wait_for pgrep -f "^$XDG_CACHE_HOME/graphfuzz/go/.* -test[.]run="
  sleep 1
  kill -INT $!
  code=0
  wait $! || code=$?
  [[ $code == [14] ]] || { cat out err; exit 1; }
  json stopped.json 'r[0]["interrupted"] and r[0]["executions"] > 0 and r[0]["graphs"] > 0'
  has stopped.xml '<testcase name="TestOrder"'
  ! pgrep -f "^$XDG_CACHE_HOME/graphfuzz/go/" || exit 1
done

# A fuzzer, whose inputs name places that a new process has not come to.
check '0|1' "$GRAPHFUZZ" go test . -run Deadline --strategy gopie+ --seed 2 -n 24 -q --json whole.json
check '0|1' "$GRAPHFUZZ" go test . -run Deadline --strategy gopie+ --seed 2 -n 9 --checkpoint kept -q
check '0|1' "$GRAPHFUZZ" resume kept -n 24 -q --json kept.json
same whole.json kept.json

# Mistakes: several tests, a folder that is in use, another program.
check 2 "$GRAPHFUZZ" go test . --checkpoint several
has err 'keeps one campaign'
check '0|1' "$GRAPHFUZZ" go test . --split more -n 5 -q
json more/campaigns.json '[(c["folder"], "Test" in c["test"]) for c in r["campaigns"]] == [("1", True), ("2", True)] and not r["refused"]'
[[ -s more/1/units.json && -s more/2/split.result ]]
rm -r more
check 2 "$GRAPHFUZZ" go test . -run Deadline --split units
has err 'is not empty'
check 2 "$GRAPHFUZZ" go test . -run Deadline --split more --checkpoint kept
has err 'does not go with --checkpoint'

# Who edits the package does not disturb a campaign: its executable is kept, until somebody removes it.
sed -i 's/faster/quicker/' pool_test.go
check '0|1' "$GRAPHFUZZ" go test . -run Order -n 1 -q
check '0|1' "$GRAPHFUZZ" resume kept -n 30 -q
check '0|1' "$GRAPHFUZZ" work "$unit" -o again.result -q
rm -rf "$XDG_CACHE_HOME"/graphfuzz/go/*.test
check 2 "$GRAPHFUZZ" resume kept -n 30
has err '^graphfuzz: kept: the executable of example.com/pool is not there any more, and what .* is built to now is not'
check 2 "$GRAPHFUZZ" work "$unit" -o x
has err '^graphfuzz: units/.*: the executable of example.com/pool is not there any more'
echo 'package broken?' >more_test.go
check 2 "$GRAPHFUZZ" resume kept -n 30
has err 'is not there any more, and cannot be built again: .*'
rm more_test.go
sed -i 's/quicker/faster/' pool_test.go

# One of several packages, begun among them all, is built again by itself.
mkdir other
printf 'package other\n\nfunc Len(c chan int) int { return len(c) }\n' >other/other.go
printf 'package other\n\nimport "testing"\n\nfunc TestOther(t *testing.T) { Len(nil) }\n' >other/other_test.go
check '0|1' "$GRAPHFUZZ" go test ./... -run Deadline --checkpoint all -n 3 -q
rm -rf "$XDG_CACHE_HOME"/graphfuzz/go/*.test "$XDG_CACHE_HOME"/graphfuzz/go/*.last
check '0|1' "$GRAPHFUZZ" resume all -n 30 -q

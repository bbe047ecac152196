# graphfuzz-cluster go test: the executable goes along with the units, and what the test reads, to workers that see neither;
# what is found is what one machine finds.
# Runs two programs at a time.
set -eu
. "$SOURCE_DIR/tests/cli/setup_cluster.sh"
. "$SOURCE_DIR/tests/cli/setup_go.sh"
trap 'stop; rm -rf "$work"' EXIT

go_module pool
mkdir -p testdata/deep other hidden
echo 3 >testdata/deep/workers
echo secret >other/secret
echo 'package other' >other/other.go
cat >pool_test.go <<'END'
package pool

import (
	"os"
	"strings"
	"testing"
)

// As many as the file says, each of which sends twice: 3240 graphs.
func TestOrder(t *testing.T) {
	text, err := os.ReadFile("testdata/deep/workers")
	if err != nil {
		t.Fatal(err)
	}
	count := strings.Count("123", strings.TrimSpace(string(text))) * 3
	order := make(chan int, 9)
	done := make(chan bool)
	for i := 1; i <= count; i++ {
		go func(i int) {
			order <- i
			order <- i + 3
			done <- true
		}(i)
	}
	first := <-order
	for i := 0; i < count; i++ {
		<-done
	}
	if first == 3 && <-order == 2 {
		t.Error("backwards")
	}
}

func TestOther(t *testing.T) {}
END
same() {
  python3 - "$1" "$2" <<'END'
import json, sys
a, b = (json.load(open(name))[0] for name in sys.argv[1:])
for key in ("test", "complete", "graphs", "states", "positive", "negative"):
    assert a[key] == b[key], (key, a[key], b[key])
bugs = [sorted((bug["kind"], bug["message"]) for bug in result["bugs"]) for result in (a, b)]
assert bugs[0] == bugs[1] and bugs[0], bugs
END
}
module=$PWD
check 1 "$GRAPHFUZZ" go test . -run Order --exhaustive -q --json "$work/whole.json"
cd "$work"
json whole.json 'r[0]["complete"] and r[0]["graphs"] == 3240'

# Two workers, one of which sees neither the module nor the cache folder.
start_scheduler
start_workers 1 XDG_CACHE_HOME="$work/elsewhere"
if unshare -m true 2>/dev/null; then
  unshare -m sh -c "mount -t tmpfs none '$module' && exec env -u GRAPHFUZZ XDG_CACHE_HOME='$work/nowhere' dask-worker \
    --scheduler-file scheduler.json --nworkers 1 --nthreads 1 --no-dashboard --local-directory workers \
    --death-timeout 30" >>workers.log 2>&1 &
  workers+=($!)
fi
cd "$module"
check 1 "$cluster" --scheduler "$work/scheduler.json" go test . -run Order --exhaustive -q --unit-time 100ms \
  --checkpoint "$work/kept" --log "$work/log" --json "$work/parts.json" --replay-dir "$work/replays"
cd "$work"
same whole.json parts.json
for cache in elsewhere nowhere; do
  [[ $cache == nowhere && ! -d nowhere ]] || [[ $(find $cache/graphfuzz/cluster -type f | wc -l) == 1 ]]
done
[[ ! -d nowhere || (-n $(find workers -path '*/testdata/deep/workers') && -z $(find workers -name secret)) ]]
check 1 "$GRAPHFUZZ" --replay replays/*

# Taken up again with its own executable, whatever has become of the package and the cache.
cd "$module"
"$cluster" --scheduler "$work/scheduler.json" go test . -run Order --exhaustive -q -n 1500 --checkpoint "$work/some" >"$work/out" || [[ $? == 1 ]]
sed -i 's/backwards/sideways/' pool_test.go
cd "$work"
rm -rf cache/graphfuzz/go/*.test
cp some again
cp some.program again.program
[[ ! -d some.shards ]]
check 1 "$cluster" --resume some --scheduler scheduler.json -q --json rest.json
same whole.json rest.json
[[ ! -e graphfuzz-replays && -n $(ls cache/graphfuzz/go/replays) ]]
# On one machine, too, where it is said where the executable is.
check 2 "$GRAPHFUZZ" resume again -q
has err 'the executable of example.com/pool is not there any more'
check 2 "$GRAPHFUZZ" resume again -q --program "$GRAPHFUZZ"
has err 'another program'
mv "$module" moved
check 2 "$GRAPHFUZZ" resume again -q --program again.program
has err "runs in $module, which is not there"
check 1 "$GRAPHFUZZ" resume again -q --program again.program --folder moved --json rest.json
same whole.json rest.json
mv moved "$module"

# Freely, and as a fuzzer directs it; flags are Go's, too. Several tests are one campaign each.
cd "$module"
check '0|1' "$cluster" go test --local 2 -tags=some --free -count=1 -v -run Order -n 20 -q --json "$work/free.json"
json "$work/free.json" 'r[0]["executions"] == 20 and r[0]["strategy"] == "gopie+"'
[[ ! -e graphfuzz-replays ]]  # nothing is written into the module
check 1 "$cluster" go test --local 1 . --exhaustive -q --json "$work/both.json"
json "$work/both.json" '[(x["test"].split(".")[-1], x["graphs"], x["complete"]) for x in r] == [("TestOrder", 3240, True), ("TestOther", 1, True)]'
check 2 "$GRAPHFUZZ" go test . --shards 2
has err '--shards: is for --split'

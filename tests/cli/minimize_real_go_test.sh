# graphfuzz minimize on a real Go test: the same leak by fewer switches between goroutines, and it replays.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module late
cat >late_test.go <<'END'
package late

import (
	"sync"
	"testing"
)

func TestLate(t *testing.T) {
	var lock sync.Mutex
	answer, noise := make(chan int), make(chan int, 8)
	var both sync.WaitGroup
	both.Add(2)
	for i := 0; i < 2; i++ {
		go func(i int) {
			defer both.Done()
			for k := 0; k < 2; k++ {
				lock.Lock()
				noise <- i
				lock.Unlock()
			}
		}(i)
	}
	go func() { answer <- 1 }()
	select {
	case <-answer:
	case <-noise:
	}
	both.Wait()
}
END

# Goroutine 0 starts the test (1), who waits for both others (2 and 3), goes on when they have ended, and sends to 0 that he
# has ended. So there is a switch from 0 to 1, one to the first of the others, one to the second, and one back to 1, whoever
# does what when; with 0 who receives what 1 has sent takes part.
for seed in 1 2 3; do
  check 1 "$GRAPHFUZZ" go test . --strategy random -n 100 --seed $seed --json ../found.json --replay-dir ../replays
  replay=$(python3 -c 'import json; print([b["replay"] for b in json.load(open("../found.json"))[0]["bugs"] if b["kind"] == "leak"][0])')
  check 1 "$GRAPHFUZZ" minimize "$replay" -o ../small.json --json ../result.json --seed 1
  check 1 "$GRAPHFUZZ" --replay ../small.json --json ../again.json
  python3 - <<'END'
import json
result, (again,) = (json.load(open(f"../{name}.json")) for name in ("result", "again"))
small = result["minimised"]
assert result["program"] is None and small["all_tried"] and small["bug"].startswith("leak: leak: send at late_test.go:23,"), result
assert small["after"]["switches"] == 4 < small["before"]["switches"], small
assert small["after"]["events"] <= small["before"]["events"], small
assert again["possible"] and again["steps_taken"] == again["steps"], again
assert small["bug"] in [b["kind"] + ": " + b["message"] for b in again["bugs"]], again
END
done

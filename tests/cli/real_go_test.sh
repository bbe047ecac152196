# Real Go packages: tests and programs that Go's toolchain builds, explored, with their bugs, and replayed.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
export GOFLAGS=-mod=mod
go_module pool
cat >pool_test.go <<'END'
package pool

import (
	"context"
	"sync"
	"testing"
	"time"
)

func TestLeak(t *testing.T) {
	results := make(chan int)
	go func() { results <- 1 }()
	select {
	case <-results:
	case <-time.After(time.Hour):
	}
}

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	var both sync.WaitGroup
	both.Add(2)
	go func() { defer both.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
	go func() { defer both.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
	both.Wait()
}

func TestClosed(t *testing.T) {
	c := make(chan int, 1)
	go close(c)
	c <- 1
}

END
deadline_test >>pool_test.go
cat >>pool_test.go <<'END'

func TestRight(t *testing.T) {
	var once sync.Once
	var lock sync.RWMutex
	var all sync.WaitGroup
	made := 0
	for i := 0; i < 2; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			once.Do(func() { made++ })
			lock.RLock()
			defer lock.RUnlock()
		}()
	}
	all.Wait()
	t.Run("inner", func(t *testing.T) {
		if made != 1 {
			t.Fatal("made twice")
		}
	})
}
END
touch out err
before=$(ls)
check 1 "$GRAPHFUZZ" go test ./... --seed 1 -n 500 --timers any --json ../found.json --junit ../found.xml
cd ..
[[ $(ls module) == "$before" ]]
json found.json '[c["test"].split(".")[-1] for c in r] == ["TestLeak", "TestCycle", "TestClosed", "TestDeadline", "TestRight"]'
json found.json '{b["kind"] for b in r[0]["bugs"]} == {"leak"} and "pool_test.go:12" in r[0]["bugs"][0]["message"]'
json found.json '[b["kind"] for b in r[1]["bugs"]] == ["deadlock"] and "in a circle" in r[1]["bugs"][0]["message"]'
json found.json 'any("send on closed channel" in b["message"] for b in r[2]["bugs"])'
json found.json '{b["kind"] for b in r[3]["bugs"]} == {"test failure"}'
json found.json 'r[4]["complete"] and not r[4]["bugs"] and r[4]["graphs"] > 1'
json found.json 'all(c["complete"] for c in r)'
file=$(python3 -c 'import json; print(json.load(open("found.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file"
has out 'send .* never finished|leak: send at pool_test.go:12'
python3 - <<'END'
import json, xml.etree.ElementTree as xml
campaigns = json.load(open("found.json"))
(suite,) = xml.parse("found.xml").getroot()
assert suite.get("name") == "example.com/pool" and (suite.get("tests"), suite.get("failures")) == ("5", "4"), suite.attrib
for case, campaign in zip(suite, campaigns, strict=True):
    assert f"{case.get('classname')}.{case.get('name')}" == campaign["test"], case.attrib
    assert abs(float(case.get("time")) - campaign["seconds"]) < 0.01, (case.attrib, campaign["seconds"])
    said = [failure.get("message") for failure in case]
    assert len(said) == bool(campaign["bugs"]), said
    assert all(bug["message"] in said[0] for bug in campaign["bugs"]), said
END

# What one execution writes is not in the way of the next.
json found.json '[s.replace("\n", "") for s in r[4]["states"]] == ["ok; PASS"]'

# Two searches with one seed are the same, and the fuzzers find what they are for.
cd module
for i in 1 2; do
  check 1 "$GRAPHFUZZ" go test -run 'Leak|Cycle' --strategy random --seed 5 -n 20 --json "../random$i.json"
done
for strategy in gfuzz gopie+ flow; do
  check 1 "$GRAPHFUZZ" go test --run=Closed --strategy $strategy --seed 1 -n 200
  has out 'send on closed channel'
done
cd ..
python3 - <<'END'
import json
one, other = ([[c["executions"], c["graphs"], [bug["message"] for bug in c["bugs"]]] for c in json.load(open(f"random{i}.json"))]
              for i in (1, 2))
assert one == other, (one, other)
END

# A run that hangs is ended, and tells where; what is not the same the next time is said.
cat >module/wrong_test.go <<'END'
package pool

import (
	"os"
	"syscall"
	"testing"
	"time"
)

//go:noinline
func endless(x int) bool { return x != 0 }

func TestHangs(t *testing.T) {
	for endless(1) {
	}
}

func TestOthersAreNotBlamed(t *testing.T) {
	begin := make(chan bool)
	for i := 0; i < 3; i++ {
		go func() {
			begin <- true
			begin <- true
		}()
	}
	go func() {
		<-begin
		for endless(1) {
		}
	}()
	<-begin
	<-begin
}

func TestChildAlone(t *testing.T) {
	begin := make(chan bool)
	go func() { begin <- true }()
	go func() {
		for endless(1) {
		}
	}()
	<-begin
}

func TestCrash(t *testing.T) {
	work := make(chan int, 3)
	for i := 0; i < 2; i++ {
		go func() {
			work <- 1
			work <- 2
		}()
	}
	<-work
	syscall.Exit(7)
}

func TestExits(t *testing.T) {
	done := make(chan bool)
	go func() { os.Exit(0) }()
	<-done
}

func TestDiffers(t *testing.T) {
	name := os.Getenv("COUNT")
	text, _ := os.ReadFile(name)
	os.WriteFile(name, append(text, '.'), 0o600)
	c := make(chan int, 9)
	for range text {
		c <- 1
	}
	time.Sleep(1)
	t.Error("each time with another number")
}
END
cd module
check 1 "$GRAPHFUZZ" go test -run Hangs -n 2 --hang-after 4s --json hangs.json
has out 'hang: no operation .* within 4 s in example.com/pool.TestHangs'
json hangs.json '4 <= r[0]["seconds"] < 11'  # each way is waited for once
has out '^ *\| .*wrong_test.go:1[0-4]$'
# … and nobody else is blamed, wherever it was when that happened.
check 1 "$GRAPHFUZZ" go test -run 'NotBlamed|Child' --strategy random --seed 1 -n 12 --hang-after 400ms --json hangs.json
json hangs.json '[len(c["bugs"]) for c in r] == [1, 1] and all(c["bugs"][0]["message"].startswith("panic: hang") for c in r)'
json hangs.json 'r[0]["bugs"][0]["message"].endswith("in example.com/pool.TestOthersAreNotBlamed.func2 at wrong_test.go:27")'
json hangs.json '"send1" in r[0]["bugs"][0]["output"] and "runtime.gf" not in r[0]["bugs"][0]["output"]'
json hangs.json 'r[1]["bugs"][0]["message"].endswith("in example.com/pool.TestChildAlone.func2 at wrong_test.go:38")'
check 1 "$GRAPHFUZZ" go test -run 'Crash|Exits' --exhaustive -n 300 --json hangs.json
json hangs.json '{s.split(";")[0] for s in r[0]["states"]} == {"exit 7"}'
json hangs.json '[[b["message"] for b in c["bugs"]] for c in r] == [[f"wrong_test.go:{line}: the test has ended the process with exit code {code}"] for line, code in ((53, 7), (59, 0))]'
check 4 "$GRAPHFUZZ" go test -run Hangs -t 1s --json hangs.json
json hangs.json 'r[0]["seconds"] < 4'
COUNT=$work/count check 1 "$GRAPHFUZZ" go test --timers any -run Differs -n 1
has out 'It does not repeat: step .* is not possible|It does not repeat: the same steps lead to other operations'
rm wrong_test.go hangs.json
cd ..

# What TestMain finds in the end is a failure.
mkdir module/checks
cat >module/checks/checks_test.go <<'END'
package checks

import (
	"os"
	"testing"
)

var left int

func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 && left > 0 {
		code = 9
	}
	os.Exit(code)
}

func TestLeaves(t *testing.T) { left++ }

func TestFails(t *testing.T) { left++; t.Fail() }

func TestLeavesNothing(t *testing.T) {}
END
cd module
check 1 "$GRAPHFUZZ" go test ./checks --exhaustive --json ../checks.json
cd ..
json checks.json '[[b["message"].split("/")[-1] for b in c["bugs"]] for c in r] == [["checks_test.go:15: the tests have ended with exit code 9"], ["checks_test.go:20: the test has failed"], []]'

# A program, its arguments, and what is wrong with what was asked for.
mkdir module/command
cat >module/command/main.go <<'END'
package main

import (
	"fmt"
	"os"
)

func main() {
	done := make(chan bool)
	go func() {
		fmt.Println("hello", os.Args[1])
		if os.Args[1] == "world" {
			done <- true
		}
	}()
	<-done
}
END
cd module
check 0 "$GRAPHFUZZ" go run ./command -n 50 -- world
check 1 "$GRAPHFUZZ" go run ./command -n 50 -- nobody
has out 'deadlock: main blocked in receive at command/main.go:16|deadlock: .*main.go:16'
check 2 "$GRAPHFUZZ" go run ./nowhere
has err 'nowhere'
check 2 "$GRAPHFUZZ" go test -run Nothing
has err 'no test has a name that matches Nothing'
check 2 "$GRAPHFUZZ" go vet
has err 'expected test, run or build; try graphfuzz go --help'
check 2 "$GRAPHFUZZ" go
check 0 "$GRAPHFUZZ" go --help
has out '^Usage: graphfuzz go test '
echo 'package pool; func broken( {' >broken.go
check 2 "$GRAPHFUZZ" go test
has err 'broken.go:1:'
check 0 "$GRAPHFUZZ" go test --help
has out 'graphfuzz go test ./...'

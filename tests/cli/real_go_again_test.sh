# Real Go: tests that run their own executable again, as those of panics and exit codes do. That process is nobody's but
# the test's: in real time, with the environment that it was given, and what it writes is as it wrote it.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module again
cat >again_test.go <<'END'
package again

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

func again(t *testing.T, what string) (string, error) {
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	command.Env = append(os.Environ(), "AGAIN="+what)
	output := new(bytes.Buffer)
	command.Stdout, command.Stderr = output, output
	err := command.Run()
	return output.String(), err
}

func TestPanics(t *testing.T) {
	if os.Getenv("AGAIN") != "" {
		go func() { panic("as it should") }()
		<-make(chan bool)
	}
	text, err := again(t, "panic")
	if err == nil || !strings.Contains(text, "panic: as it should") {
		t.Error(text, err)
	}
}

func TestExits(t *testing.T) {
	if os.Getenv("AGAIN") != "" {
		fmt.Print("first, ")
		fmt.Print("second")
		os.Exit(7)
	}
	text, err := again(t, "exit")
	failed, ok := err.(*exec.ExitError)
	if !ok || failed.ExitCode() != 7 || text != "first, second" {
		t.Errorf("%q %v", text, err)
	}
}

func TestTime(t *testing.T) {
	if os.Getenv("AGAIN") != "" {
		began := time.Now()
		time.Sleep(20 * time.Millisecond)
		took := time.Since(began)
		fmt.Print(began.Year() > 2020, took >= 20*time.Millisecond)
		os.Exit(0)
	}
	if text, err := again(t, "time"); text != "true true" || err != nil {
		t.Errorf("%q %v", text, err)
	}
}

func TestEnvironment(t *testing.T) {
	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "GRAPHFUZZ_GO") || strings.HasPrefix(variable, "GODEBUG=") ||
			strings.HasPrefix(variable, "GOGC=") || strings.HasPrefix(variable, "GOMEMLIMIT=") {
			t.Error(variable)
		}
	}
	if os.Getenv("GOMAXPROCS") != "3" || os.Getenv("OWN") != "x=y" {
		t.Error(os.Getenv("GOMAXPROCS"), os.Getenv("OWN"))
	}
	if os.Getenv("AGAIN") != "" {
		fmt.Print(runtime.GOMAXPROCS(0))
		os.Exit(0)
	}
	if runtime.GOMAXPROCS(0) != 1 {
		t.Error("more than one runs")
	}
	if text, err := again(t, "environment"); text != "3" || err != nil {
		t.Errorf("%q %v", text, err)
	}
}
END
unset GODEBUG GOGC GOMEMLIMIT
export GOMAXPROCS=3 OWN=x=y
for option in --timers=any --race; do
  check "0|4" "$GRAPHFUZZ" go test $option -n 4 --seed 1 --json out.json
  json out.json 'len(r) == 4 and all(not t["bugs"] and t["graphs"] > 0 for t in r)'
done

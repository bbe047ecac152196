# Real Go: signals. Those who wait for one that never comes are left as they are; one that the program sends to itself
# comes to whoever asked for it.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module signals
cat >signals_test.go <<'END'
package signals

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"testing"
)

func TestNeverComes(t *testing.T) {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stop)
	done := make(chan bool)
	go func() { close(done) }()
	select {
	case <-stop:
		t.Error("stopped")
	case <-done:
	}
}

func TestComes(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	for i := 0; i < 2; i++ {
		syscall.Kill(os.Getpid(), syscall.SIGUSR1)
		if s := <-signals; s != syscall.SIGUSR1 {
			t.Error(s)
		}
	}
	signal.Reset(syscall.SIGUSR1)
}

func TestContext(t *testing.T) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGUSR2)
	defer stop()
	var group sync.WaitGroup
	for i := 0; i < 2; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			<-ctx.Done()
		}()
	}
	syscall.Kill(os.Getpid(), syscall.SIGUSR2)
	group.Wait()
}

// The second one is lost if nobody has taken the first.
func TestLost(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1, syscall.SIGUSR2)
	syscall.Kill(os.Getpid(), syscall.SIGUSR1)
	syscall.Kill(os.Getpid(), syscall.SIGUSR2)
	<-signals
	<-signals
}

func TestTwice(t *testing.T) {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGHUP)
	go func() {
		<-stop
		<-stop
	}()
	syscall.Kill(os.Getpid(), syscall.SIGHUP)
}

// To send it is the last that a goroutine does.
func TestLast(t *testing.T) {
	signals, begin := make(chan os.Signal, 1), make(chan bool)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		<-begin
		syscall.Kill(os.Getpid(), syscall.SIGUSR1)
	}()
	begin <- true
	<-signals
	signal.Reset(syscall.SIGUSR1)
}

// What has come before Stop is there after it.
func TestStop(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	syscall.Kill(os.Getpid(), syscall.SIGUSR1)
	signal.Stop(signals)
	select {
	case <-signals:
	default:
		t.Error("lost")
	}
}

func TestStops(t *testing.T) {
	var group sync.WaitGroup
	for i := 0; i < 3; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			signals := make(chan os.Signal, 3)
			signal.Notify(signals, syscall.SIGUSR1)
			syscall.Kill(os.Getpid(), syscall.SIGUSR1)
			signal.Stop(signals)
			if len(signals) == 0 {
				t.Error("lost")
			}
		}()
	}
	group.Wait()
}
END
for option in --timers=any --race; do
  check "0|4" "$GRAPHFUZZ" go test $option -run 'Comes|Context|Last|Stop$' -n 30 --seed 1 --json out.json
  json out.json 'len(r) == 5 and all(not t["bugs"] and t["graphs"] > 0 and t["complete"] == ("Never" in t["test"]) for t in r)'
done
check 0 "$GRAPHFUZZ" go test -run Stops -n 1000 --seed 4
check 1 "$GRAPHFUZZ" go test -run Lost -n 30 --seed 1 --json out.json
json out.json '[b["message"] for b in r[0]["bugs"]] == ["deadlock: the test is blocked in receive at signals_test.go:59"]'
for seed in 1 2 3 4 5 6 7 8; do
  check 0 "$GRAPHFUZZ" go test -run "Comes" -n 10 --seed $seed
done
check 1 "$GRAPHFUZZ" go test -run Twice -n 30 --seed 1 --json out.json
json out.json 'all(b["kind"] == "leak" and "signals_test.go" in b["message"] for b in r[0]["bugs"])'

# Those that are recorded: what the runtime does by itself is not among it.
for test in NeverComes 'TestComes' Context; do
  check "0|4" "$GRAPHFUZZ" go test --free --strategy random -run $test -n 2 --seed 1 --json out.json
  json out.json 'not r[0]["bugs"] and not r[0]["remarks"] and r[0]["graphs"] > 0'
done

# Real Go: programs that wait for pipes, processes and the network, as servers with their clients do; synchronisation
# that libraries make of atomic operations; goroutines that go on after main.
# Takes minutes: it waits.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module o
cat >o_test.go <<'END'
package o

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCommand(t *testing.T) {
	text, err := exec.Command("sh", "-c", "sleep 0.05; echo x").Output()
	if err != nil || string(text) != "x\n" {
		t.Fatal(string(text), err)
	}
}

func TestNetwork(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	go func() {
		connection, err := listener.Accept()
		if err == nil {
			io.WriteString(connection, "hello")
			connection.Close()
		}
	}()
	connection, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(connection)
	if string(text) != "hello" {
		t.Fatal(string(text))
	}
	listener.Close()
}

func TestMap(t *testing.T) {
	var m sync.Map
	done := make(chan bool)
	go func() {
		if _, there := m.Load(1); there {
			panic("seen in the map")
		}
		close(done)
	}()
	m.Store(1, 2)
	<-done
}

func TestValue(t *testing.T) {
	var v atomic.Value
	done := make(chan bool)
	go func() {
		if v.Load() != nil {
			panic("seen in the value")
		}
		close(done)
	}()
	v.Store(1)
	<-done
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	started, done := make(chan bool, 1), make(chan bool)
	go func() {
		started <- true
		select {
		case <-ctx.Done():
		default:
			panic("not cancelled yet")
		}
		close(done)
	}()
	cancel()
	<-done
}

func TestLate(t *testing.T) {
	go func() { t.Log("late") }()
}

func TestForEver(t *testing.T) {
	var mutex sync.Mutex
	go func() {
		for {
			go func() { mutex.Lock(); mutex.Unlock() }()
			mutex.Lock()
			mutex.Unlock()
		}
	}()
}

func wait(c chan int) { <-c }

func serve() { go wait(make(chan int)) }

func TestLeft(t *testing.T) { serve() }

func TestMade(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	close(make(chan bool))
	<-c
}

func write(name string) { os.WriteFile(name, []byte("x"), 0o600) }

// Who is first decides what is read, and nobody looks for the other order.
func TestFilesInAnyOrder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	done := make(chan bool)
	go func() { write(name); done <- true }()
	if _, err := os.ReadFile(name); err == nil {
		t.Error("was there")
	}
	<-done
}

func TestFilesInOrder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	var all sync.WaitGroup
	var mutex sync.Mutex
	for i := 0; i < 2; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			mutex.Lock()
			write(name)
			mutex.Unlock()
		}()
	}
	all.Wait()
	if _, err := os.ReadFile(name); err != nil {
		t.Error(err)
	}
}

func TestDatagram(t *testing.T) {
	here, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	there, _ := net.Dial("udp", here.LocalAddr().String())
	there.Write([]byte("x"))
	there.Close()
	here.Close()
}
END

# What waits for what is outside goes on when it is there, and no search is called complete.
for strategy in optimal random; do
  check "0|4" "$GRAPHFUZZ" go test -run 'Command|Network' --strategy $strategy -n 20 --seed 1 --json out.json
  json out.json 'all(not t["bugs"] and not t["complete"] and t["executions"] > 0 for t in r)'
  json out.json 'all("not under control" in t["remarks"][0]["message"] for t in r)'
done

# Nor is it where nobody has to wait, unless synchronisation orders the uses of files.
check 0 "$GRAPHFUZZ" go test -run 'InAnyOrder|Datagram' --seed 1 --json out.json
json out.json 'all(not t["bugs"] and not t["complete"] for t in r)'
json out.json '[t["remarks"][0]["message"].split(" not under control")[0] for t in r] == ["in which order goroutines use files is", "the network is"]'
check 0 "$GRAPHFUZZ" go test -run FilesInOrder --seed 1 --json out.json
json out.json 'r[0]["complete"] and r[0]["graphs"] > 1 and not r[0]["remarks"]'

# Both orders of what a library synchronises by atomic operations.
for test in Map Value Context Late; do
  check 1 "$GRAPHFUZZ" go test -run "Test$test\$" --strategy optimal -n 100 --seed 1 --json out.json
  json out.json 'r[0]["complete"] and r[0]["bugs"][0]["kind"] == "panic" and r[0]["outcomes"] == 2'
done
has out 'Log in goroutine after TestLate has completed'

# Who waits for a lock of someone who goes on is no leak; and that nothing is left is not said.
check "0|4" "$GRAPHFUZZ" go test -run ForEver --strategy optimal -n 50 --seed 1 --json out.json
json out.json 'not r[0]["bugs"] and not r[0]["complete"] and "after main has returned" in r[0]["remarks"][0]["message"]'

# A channel is made where it is made, whoever comes first to it.
check 0 "$GRAPHFUZZ" go test -run Made --strategy optimal --seed 1 --json optimal.json
check 0 "$GRAPHFUZZ" go test -run Made --strategy random -n 200 --seed 1 --json random.json
json optimal.json "r[0]['graphs'] == $(python3 -c 'import json; print(json.load(open("random.json"))[0]["graphs"])')"

# Goroutines that may be left are named by the function that they wait in, or were started in, or by the place.
line=$(grep -n 'func wait' o_test.go | cut -d: -f1)
for ignored in o.wait nobody,o.serve "o_test.go:$line" nobody; do
  expected=0
  [[ $ignored != nobody ]] || expected=1
  check $expected "$GRAPHFUZZ" go test -run Left --strategy optimal --seed 1 --ignore-leaks "$ignored" --json out.json
  json out.json "r[0]['complete'] and len(r[0]['bugs']) == $expected"
done
check 2 "$GRAPHFUZZ" go test -run Left --ignore-leaks ''
check 0 "$GRAPHFUZZ" go test -run Left --strategy random -n 10 -j 2 --seed 1 --ignore-leaks o.wait
check 1 "$GRAPHFUZZ" go test -run Left --strategy optimal --seed 1 --json out.json
file=$(python3 -c 'import json; print(json.load(open("out.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file"
check 0 "$GRAPHFUZZ" --replay "$file" --ignore-leaks o.wait

# Servers and clients in one process: who closes a listener waits for who waits for a connection, and no time-out is
# early. What is theirs alone is found; who waits in vain is told so, and a time-out comes when nothing else does.
cat >http_test.go <<'END'
package o

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"sync"
	"testing"
	"time"
)

func get(t *testing.T, url string) {
	answer, err := http.Get(url)
	if err != nil {
		t.Error(err)
		return
	}
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || string(text) != "hello" {
		t.Error(string(text), err)
	}
}

func hello(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") }

func TestServerOne(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(hello))
	defer server.Close()
	get(t, server.URL)
}

func TestServerMany(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(hello))
	defer server.Close()
	var group sync.WaitGroup
	for i := 0; i < 3; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			get(t, server.URL)
		}()
	}
	group.Wait()
}

func TestServerReal(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(hello)}
	done := make(chan struct{})
	go func() {
		server.Serve(listener)
		close(done)
	}()
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{}}
	answer, err := client.Get("http://" + listener.Addr().String())
	if err != nil {
		t.Error(err)
	} else {
		answer.Body.Close()
	}
	server.Close()
	<-done
}

func TestLeakingHandler(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		result := make(chan string)
		go func() {
			time.Sleep(30 * time.Millisecond)
			result <- "late"
		}()
		select {
		case <-result:
		case <-time.After(5 * time.Millisecond):
			hello(w, r)
		}
	}))
	defer server.Close()
	get(t, server.URL)
}

func TestNobodyAnswers(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer listener.Close()
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{}}
	if _, err := client.Get("http://" + listener.Addr().String()); err == nil {
		t.Error("answered")
	}
}

func TestEndsInTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := exec.CommandContext(ctx, "sleep", "0.2").Run(); err != nil {
		t.Error(err)
	}
}

func await(t *testing.T, number int) {
	for i := 0; i < number; i++ {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Skip(err)
		}
		go listener.Accept()
		t.Cleanup(func() { listener.Close() })
	}
}

// Time passes, however many wait.
func TestSeveralWait(t *testing.T) {
	await(t, 3)
	time.Sleep(200 * time.Millisecond)
}

func TestSeveralInVain(t *testing.T) {
	await(t, 2)
	<-make(chan int)
}

func TestVain(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	listener.Accept()
}

func TestPolls(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	go listener.Accept()
	for {
		time.Sleep(time.Second / 2)
	}
}
END
for strategy in optimal random; do
  check "0|4" "$GRAPHFUZZ" go test -run 'Server' --strategy $strategy -n 20 --seed 1 --json out.json
  json out.json 'len(r) == 3 and all(not t["bugs"] and not t["complete"] and t["executions"] == 20 for t in r)'
  check "0|4" "$GRAPHFUZZ" go test -run 'NobodyAnswers|InTime' --strategy $strategy -n 2 --seed 1 --json out.json
  json out.json 'len(r) == 2 and not any(t["bugs"] or t["complete"] for t in r)'
done
check 1 "$GRAPHFUZZ" go test -run LeakingHandler -n 20 --json out.json
json out.json '[b["message"].split(":")[:2] for b in r[0]["bugs"]] == [["leak", " send at http_test.go"]]'
check 1 "$GRAPHFUZZ" --replay "$(python3 -c 'import json; print(json.load(open("out.json"))[0]["bugs"][0]["replay"])')"
has out 'leak: send at http_test.go'
hasnt out 'does not repeat'
check 0 "$GRAPHFUZZ" go test -run SeveralWait -n 2 --json out.json
json out.json 'r[0]["truncated"] == 0 and r[0]["executions"] == 2'
check 1 "$GRAPHFUZZ" go test -run SeveralInVain -n 1 --hang-after 1s
has out 'in vain: the network, a pipe or a process, which are not under control, is waited for, 1 s'
check 1 "$GRAPHFUZZ" go test -run 'TestVain' -n 2 --hang-after 1s
has out 'in vain: the network, a pipe or a process, which are not under control, is waited for, 1 s at http_test.go'
hasnt out 'hang'

# What the execution shows that is made before the search is told if there is no time for another one.
check 1 "$GRAPHFUZZ" go test -run TestPolls -t 6s --hang-after 500ms --seed 1 --json out.json
json out.json 'len(r[0]["bugs"]) == 1 and " waited for, 0.5 s at http_test.go:" in r[0]["bugs"][0]["message"]'
has out '^Executions .* to find out how to search'

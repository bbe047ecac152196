# Go programs in process: what there is of packages beyond those of concurrency, and what is said of what there is not.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

cat >text.go <<'EOF'
package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"strings"
)

func main() {
	var b bytes.Buffer
	b.WriteString("one\ntwo")
	line, err := b.ReadString('\n')
	fmt.Printf("%q %v %d %s\n", line, err, b.Len(), bytes.ToUpper(b.Bytes()))
	all, err := io.ReadAll(io.NopCloser(strings.NewReader("abc")))
	fmt.Println(string(all), err)
	n, err := io.Copy(io.Discard, bytes.NewReader([]byte("abcd")))
	fmt.Println(n, err)
	_, err = io.ReadFull(strings.NewReader("a"), make([]byte, 2))
	fmt.Println(err == io.ErrUnexpectedEOF, bytes.Equal([]byte("a"), []byte("a")), bytes.Compare([]byte("a"), []byte("b")))
	one, other := rand.New(rand.NewSource(3)), rand.New(rand.NewSource(3))
	same, inside := true, true
	for i := 0; i < 50; i++ {
		x, y := one.Intn(7), other.Intn(7)
		same, inside = same && x == y, inside && x >= 0 && x < 7
	}
	f := rand.Float64()
	seen := 0
	for _, x := range rand.Perm(5) {
		seen += 1 << x
	}
	fmt.Println(same, inside, f >= 0 && f < 1, seen)
}
EOF
cat >map.go <<'EOF'
package main

import (
	"fmt"
	"sync"
)

func main() {
	var m sync.Map
	var all sync.WaitGroup
	all.Add(2)
	for i := 0; i < 2; i++ {
		i := i
		go func() {
			defer all.Done()
			m.LoadOrStore("who", i)
		}()
	}
	all.Wait()
	who, ok := m.Load("who")
	m.Store("other", 1)
	count := 0
	m.Range(func(key, value any) bool { count++; return true })
	gone, was := m.LoadAndDelete("other")
	_, again := m.Load("other")
	fmt.Println(who, ok, count, gone, was, again)
}
EOF
cat >pool.go <<'EOF'
package main

import (
	"fmt"
	"sync"
)

func main() {
	p := sync.Pool{New: func() any { return 0 }}
	done := make(chan bool)
	go func() { p.Put(7); close(done) }()
	early := p.Get()
	<-done
	fmt.Println(early, p.Get())
}
EOF
cat >pipe.go <<'EOF'
package main

import (
	"fmt"
	"io"
)

func main() {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "through")
		w.Close()
	}()
	text, err := io.ReadAll(r)
	fmt.Println(string(text), err)
	_, err = w.Write([]byte("x"))
	fmt.Println(err)
}
EOF
cat >pointer.go <<'EOF'
package main

import (
	"fmt"
	"sync/atomic"
)

type config struct{ n int }

type node struct {
	n    int
	next atomic.Pointer[node]
}

type holder struct {
	atomic.Pointer[config]
	all map[string]*atomic.Pointer[config]
}

var global atomic.Pointer[config]

func set(p *atomic.Pointer[config], c *config) { p.Store(c) }

func main() {
	var h holder
	null := h.Load() == nil
	h.Store(&config{1})
	h.all = map[string]*atomic.Pointer[config]{"a": &h.Pointer, "b": new(atomic.Pointer[config])}
	set(h.all["b"], h.Load())
	fmt.Println(null, h.Load() == h.all["b"].Load(), global.CompareAndSwap(nil, h.Load()), global.CompareAndSwap(&config{1}, nil))
	load, swap := h.Load, (*atomic.Pointer[config]).Swap
	fmt.Printf("%d %d %T\n", load().n, swap(&global, nil).n, &global)
	head := &atomic.Pointer[node]{}
	done := make(chan bool)
	push := func(n int) {
		one := &node{n: n}
		for {
			below := head.Load()
			one.next.Store(below)
			if head.CompareAndSwap(below, one) {
				return
			}
		}
	}
	go func() { push(1); close(done) }()
	push(2)
	<-done
	sum := 0
	for one := head.Load(); one != nil; one = one.next.Load() {
		sum = 10*sum + one.n
	}
	fmt.Println(sum)
}
EOF
cat >more.go <<'EOF'
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
)

func said(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	var v atomic.Value
	v.Store("a")
	said(func() { v.Store(1) })
	said(func() { v.CompareAndSwap("a", 1) })
	var u atomic.Uintptr
	fmt.Println(u.Add(3), u.CompareAndSwap(3, 4), v.Load(), errors.Is(io.EOF, nil))
	var b bytes.Buffer
	n, err := io.Copy(io.MultiWriter(&b, io.Discard), io.LimitReader(io.MultiReader(strings.NewReader("ab"), strings.NewReader("cd\nz")), 6))
	line, _ := b.ReadBytes('\n')
	fmt.Printf("%d %v %q %[2]v %#[4]o\n", n, err, line, 8)
	said(func() { b.Truncate(2) })
	before, after, found := strings.Cut("k=v=w", "=")
	fmt.Println(before, after, found, strings.SplitN("a,b,c", ",", 2), strings.Replace("aaa", "a", "b", 2), strings.Trim("xxaxx", "x"), strings.ReplaceAll("ab", "", "-"))
}
EOF
states() {
  check 0 "$GRAPHFUZZ" "$1.go" --exhaustive --json out.json
  json out.json 'r[0]["complete"] and sorted(s.replace("\n", "") for s in r[0]["states"]) == '"$2"
}
states text '["ok; \"one\\n\" <nil> 3 TWO | 4 <nil> | abc <nil> | true true -1 | true true true 31"]'
states map '["ok; 0 true 2 1 true false", "ok; 1 true 2 1 true false"]'
states pointer '["ok; 1 1 *atomic.Pointer[main.config] | 12 | true true true false", "ok; 1 1 *atomic.Pointer[main.config] | 21 | true true true false"]'
states more '["ok; 3 true a false | 6 <nil> \"abcd\\n\" <nil> 010 | bytes.Buffer: truncation out of range | k v=w true [a b,c] bba a -a-b- | sync/atomic: compare and swap of inconsistently typed values | sync/atomic: store of inconsistently typed value into Value"]'
states pool '["ok; 0 7", "ok; 7 0"]'
states pipe '["ok; io: read/write on closed pipe | through <nil>"]'

# Who asks first gets other numbers: both are seen.
cat >first.go <<'EOF'
package main

import (
	"fmt"
	"math/rand"
)

func main() {
	c := make(chan int, 1)
	go func() { c <- rand.Int() }()
	mine := rand.Int()
	fmt.Println(mine < <-c)
}
EOF
states first '["ok; false", "ok; true"]'

# What is not run in process is refused, and who takes it is said.
refused() {
  printf 'package main\n%s\nfunc main() {\n%s\n}\n' "$1" "$2" >refused.go
  check 2 "$GRAPHFUZZ" refused.go
  has err "refused.go:[0-9]+:[0-9]+: .*$3.*graphfuzz go run and graphfuzz go test take all of Go"
}
refused 'import "net/http"' 'http.Get("")' "package 'net/http' is not supported"
refused 'func get(p list[int]) {}' '' 'type arguments are not supported'
refused 'import "bytes"' 'var b bytes.Buffer; b.UnreadByte()' 'bytes.Buffer has no field or method UnreadByte, or it is not supported'
refused 'func id[T any](x T) T { return x }' 'id(1)' 'type parameters are not supported'
refused 'import "sort"' 'sort.Slice(nil, nil)' 'sort.Slice does not exist or is not supported'
refused '' 'goto end; end:' 'goto is not supported'

# Starving is no leak; a ticker does not hide who is stuck; an atomic access races with a plain one.
cat >starves.go <<'EOF'
package main

import "time"

func main() {
	c := make(chan int)
	go func() {
		for {
			<-time.After(0)
		}
	}()
	go func() { close(c) }()
	<-c
}
EOF
cat >ticks.go <<'EOF'
package main

import "time"

func main() {
	ticks := time.NewTicker(time.Second)
	go func() {
		for range ticks.C {
		}
	}()
	<-make(chan int)
}
EOF
cat >races.go <<'EOF'
package main

import "sync/atomic"

var x int32

func main() {
	done := make(chan bool)
	go func() { atomic.AddInt32(&x, 1); close(done) }()
	x = 2
	<-done
}
EOF
check 0 "$GRAPHFUZZ" starves.go -n 50 --seed 1
check 1 "$GRAPHFUZZ" starves.go -n 50 --seed 1 --left-running --json out.json
json out.json '[(b["kind"], "started at starves.go:7" in b["message"]) for b in r[0]["bugs"]] == [("left running", True)]'
replay=$(python3 -c 'import json; print(json.load(open("out.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$replay"
has out 'left running'
check 4 "$GRAPHFUZZ" ticks.go -n 5 --seed 1 --max-steps 2000 # nothing is decided
has out 'main blocked in receive at ticks.go:11 for at least half'
check 1 "$GRAPHFUZZ" races.go --exhaustive
has out 'data race: atomic write at races.go:9 and write at races.go:10'

# Who is busy for ever does not keep others from being woken by the fuzzers' timers.
cat >spins.go <<'EOF'
package main

import (
	"sync/atomic"
	"time"
)

func main() {
	var over int32
	go func() {
		time.Sleep(time.Second)
		atomic.StoreInt32(&over, 1)
	}()
	for atomic.LoadInt32(&over) == 0 {
	}
}
EOF
for strategy in gfuzz gopie+ flow; do
  check 0 "$GRAPHFUZZ" spins.go --strategy "$strategy" -n 20 --seed 1 --json out.json
  json out.json 'r[0]["truncated"] == 0 and list(r[0]["states"]) == ["ok"]'
done

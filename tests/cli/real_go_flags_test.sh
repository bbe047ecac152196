# Real Go: what the user asks for. Flags that are given twice, files by relative names, sub-tests that there are not,
# arguments in place of those that a replay file has, and what go build has said.
set -eu
. "$SOURCE_DIR/tests/cli/setup_go.sh"
go_module flags
cat >flags_test.go <<'END'
package flags

import (
	"os"
	"testing"
)

func TestTagged(t *testing.T) {
	if tagged != "two" || withRace {
		t.Error(tagged)
	}
}

func TestSubs(t *testing.T) {
	t.Run("one", func(t *testing.T) { t.Error("one ran") })
	t.Run("two", func(t *testing.T) { t.Error("two ran") })
	t.Run("three", func(t *testing.T) { t.Error("three ran") })
}

func TestAlone(t *testing.T) {}

// Goes wrong with -short alone.
func TestArguments(t *testing.T) {
	results := make(chan int)
	if testing.Short() {
		go func() { results <- 1 }()
	}
	println("last is", os.Args[len(os.Args)-1])
}
END
for tag in one two; do
  printf '//go:build %s\n\npackage flags\n\nconst tagged = "%s"\n' $tag $tag >$tag.go
done
printf '//go:build race\n\npackage flags\n\nconst withRace = true\n' >race.go
printf '//go:build !race\n\npackage flags\n\nconst withRace = false\n' >norace.go
printf 'package flags\n' >flags.go

# Of flags that are given twice Go takes the last. What is in a file is found from where the user is.
mkdir files
cp go.mod files/other.mod
printf '#!/bin/sh\necho "$PWD" >>%s/tool.log\nexec "$@"\n' "$work" >files/tool.sh
chmod +x files/tool.sh
check 0 "$GRAPHFUZZ" go test -run Nothing -run Tagged -tags one -race -race=false --tags two -modfile files/other.mod \
  -toolexec './files/tool.sh' --seed 1 -n 20 --json ../twice.json
json ../twice.json '[c["test"] for c in r] == ["example.com/flags.TestTagged"] and r[0]["complete"]'
[[ -s ../tool.log ]]
check 0 "$GRAPHFUZZ" go test -run Tagged -tags two -modfile files/other.mod --checkpoint ../kept.gfz -n 1 -q
rm "$XDG_CACHE_HOME"/graphfuzz/go/*.test
(cd files && check 0 "$GRAPHFUZZ" resume ../../kept.gfz -n 20 -q)  # it is built again, from the package's folder

# A sub-test that there is not, as for go test; with others it is said of the one that has none.
for how in '--exhaustive' '--free -n 2'; do
  check 2 "$GRAPHFUZZ" go test -tags two -run TestSubs/nosuch $how
  has out 'no tests to run: TestSubs has no sub-test that matches nosuch'
  has err 'no tests to run: no sub-test has a name that matches TestSubs/nosuch$'
done
check 1 "$GRAPHFUZZ" go test -tags two -run 'TestSubs/one' -n 10
hasnt out 'no tests to run'
check 0 "$GRAPHFUZZ" go test -tags two -run 'TestAlone/nosuch' --exhaustive  # it has no sub-tests at all, and runs
hasnt out 'no tests to run'

# A pattern is taken apart at each | outside of brackets first, and each part at its slashes, as by package testing.
subs() {  # PATTERN 'NAME …' 'WHO RAN …': the tests, and the sub-tests of TestSubs
  check "$([[ -n $3 ]] && echo 1 || echo 0)" "$GRAPHFUZZ" go test -tags two -run "$1" -n 1 --json ../subs.json
  json ../subs.json "[c['test'].split('.')[-1] for c in r] == '$2'.split()"
  json ../subs.json "sorted({w for w in 'one three two'.split() if w + ' ran' in str(r)}) == '$3'.split()"
  go test -tags two -run "$1" -v . | grep -c '^=== RUN   [^/]*$' | grep -qx "$(wc -w <<<"$2")"  # Go says the same
}
subs 'TestAlone|TestSubs/one' 'TestSubs/one TestAlone' one
subs 'TestSubs/one|TestAlone' 'TestSubs/one TestAlone' one
subs 'TestSubs/one|Subs/three|Nothing/x' 'TestSubs/one|TestSubs/three' 'one three'
subs 'Subs/one|TestSubs' 'TestSubs' 'one three two'
subs '(Alone|Subs)/t[w/|]o' 'TestSubs/t[w/|]o TestAlone/t[w/|]o' two
check 2 "$GRAPHFUZZ" go test -tags two -run 'TestSubs/four|Subs/five' -n 1
has out 'no tests to run: TestSubs has no sub-test that matches four\|five'
check 0 "$GRAPHFUZZ" go test -tags two -skip 'Subs|Tagged' -run 'Alone|Tagged' -n 1
check 2 "$GRAPHFUZZ" go test -tags two -skip 'Alone|Subs/one' -n 1
has err 'expected names of tests, found sub-tests'

GOFLAGS=-short check 1 "$GRAPHFUZZ" go test -tags two -run Arguments -n 10
GOFLAGS=-short check 0 "$GRAPHFUZZ" go test -tags two -run Arguments -n 10 -short=false

# Arguments in place of the recorded ones leave the runner's flags where they are.
check 1 "$GRAPHFUZZ" go test -tags two -run Arguments -short -parallel 3 --json ../short.json -n 10 -- first
file=$(python3 -c 'import json; print(json.load(open("../short.json"))[0]["bugs"][0]["replay"])')
check 1 "$GRAPHFUZZ" --replay "$file" -- second third
has out 'leak: send at flags_test.go:26'
has out 'State ok; PASS \| last is third$'

# What go build could not do is known to who runs the program.
mkdir program
cat >program/main.go <<'END'
package main

func size[T ~[]int | ~chan int](some T) int { return len(some) }

func main() { println(size(make(chan int, 1))) }
END
check 0 "$GRAPHFUZZ" go build -tags two -o ../program.bin ./program
has err 'len of a channel may be no point in what could not be looked at: example.com/flags/program'
check 0 "$GRAPHFUZZ" go run ../program.bin --exhaustive --json ../program.json
json ../program.json 'not r[0]["complete"] and "could not be looked at: example.com/flags/program" in r[0]["remarks"][0]["message"]'
../program.bin 2>../said  # it runs by itself as well

# Who ends before anything has begun, and says nothing.
mkdir silent
cat >silent/main.go <<'END'
package main

import "os"

func init() { os.Exit(3) }

func main() {}
END
check 2 "$GRAPHFUZZ" go run ./silent -n 2
has err 'silent: ended before main began: exit code 3, and it wrote nothing$'
printf 'package main\n\nimport "testing"\n\nfunc TestNever(t *testing.T) {}\n' >silent/main_test.go
for how in '' --free; do
  check 2 "$GRAPHFUZZ" go test ./silent $how -n 2
  has err 'silent: its tests cannot be listed: TestMain, or what comes before it, has ended .*: exit code 3, and it wrote nothing$'
done
# A TestMain that ends with another code, whatever it was asked for: that is found when the tests are run.
sed -i 's/os.Exit(3)/_ = os.Args/' silent/main.go
printf 'package main\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { os.Exit(m.Run() + 3) }\n\nfunc TestFine(t *testing.T) {}\n' >silent/main_test.go
check 1 "$GRAPHFUZZ" go test ./silent -n 2
has out 'test failure: .*with exit code 3'
printf 'package main\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { os.Exit(0) }\n' >silent/main_test.go
rm silent/main.go
check 2 "$GRAPHFUZZ" go test ./silent
has err 'no tests to run: the package lists none$'

# A TestMain that comes to no test: which it had listed, and what it has done is all that is known. Exit code 1 if that
# is a bug.
cat >silent/main_test.go <<'END'
package main

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		answer := make(chan int)
		go func() { answer <- 1 }()
		<-answer
		if flag.NArg() > 0 {
			<-answer
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestOne(t *testing.T) {}
func TestTwo(t *testing.T) {}
END
for how in '--exhaustive' '--free -n 2'; do
  check 2 "$GRAPHFUZZ" go test ./silent -short $how --json ../silent.json
  has out 'no tests to run: TestMain came to none'
  has err 'no tests to run: TestMain came to none$'
  json ../silent.json 'len(r) == 2 and not any(c["complete"] or c["bugs"] for c in r)'
  check 0 "$GRAPHFUZZ" go test ./silent $how
  hasnt out 'no tests to run'
done
check 1 "$GRAPHFUZZ" go test ./silent -short -run One -n 10 -- more
has out 'deadlock: .*receive at main_test.go:16'
has out 'no tests to run: TestMain came to none'

# Of several -count the last one counts.
check 0 "$GRAPHFUZZ" go test -tags two -run Alone -count=2 -count=1 -n 1
check 2 "$GRAPHFUZZ" go test -tags two -run Alone -count=1 -count 3 -n 1
has err '-count=3: how often a test is executed'

# Executables that are kept: beyond a bound those go that were used least recently, but nothing that is in use. What a
# build that has crashed has left goes in any case.
kept=$XDG_CACHE_HOME/graphfuzz/go
rm -f "$kept"/*.test "$kept"/*.last
for name in long.test lately.test used.test long.last.4242 lately.last.4242; do head -c 2M /dev/zero >"$kept/$name"; done
touch -d '3 hours ago' "$kept"/{long,used}.test "$kept/long.last.4242"
there() { (cd "$kept" && for name in long.test lately.test used.test *.last.*; do [[ ! -e $name ]] || echo "$name"; done) | xargs; }
check 0 "$GRAPHFUZZ" go test -tags two -run Alone -n 1
[[ $(there) == 'long.test lately.test used.test lately.last.4242' ]]
exec {use}<"$kept/used.test"
flock -s $use
check 2 "$GRAPHFUZZ" go test --cache-size many
check 0 "$GRAPHFUZZ" go test -tags two -run Alone -n 1 --cache-size 1M
[[ $(there) == 'lately.test used.test lately.last.4242' ]]
(($(ls "$kept"/*.test | wc -l) == 3))  # and its own
exec {use}<&-
# One that is used counts as used, however long ago it was built.
check 0 "$GRAPHFUZZ" go test -tags two -run Alone --checkpoint ../used.gfz -n 1
own=$(ls -t "$kept"/*.test | head -n 1)
touch -d '3 hours ago' "$own"
check 0 "$GRAPHFUZZ" resume ../used.gfz -n 2 -q
[[ -n $(find "$own" -mmin -60) ]]
check 0 "$GRAPHFUZZ" go build -tags two --cache-size 1M -o ../program.bin ./program
[[ $(there) == 'lately.test lately.last.4242' && -e $own ]]

# So do copies of the user's files, and lists of them, that no build has asked for in 90 days, and replay files that are
# there and that nobody has replayed.
check 1 "$GRAPHFUZZ" go test ./silent -short -run One -n 10 --json ../silent.json -- more
replay=$(python3 -c 'import json; print(json.load(open("../silent.json"))[0]["bugs"][0]["replay"])')
mkdir -p counts "$kept/copies"
printf 'package counts\n\nimport "testing"\n\nfunc TestCounts(t *testing.T) { _ = len(make(chan int)) }\n' >counts/counts_test.go
check 0 "$GRAPHFUZZ" go test ./counts -n 1
rm "$kept"/overlay-*.json
check 0 "$GRAPHFUZZ" go test ./counts -n 1
used=("$kept"/overlay-*.json "$kept"/copies/*counts_test.go)
touch -d '91 days ago' "${used[@]}" "$replay" "$kept"/{overlay-old.json,copies/old.go,replays/old.json}
touch -d '89 days ago' "$kept"/{copies/late.go,replays/late.json}
check 1 "$GRAPHFUZZ" --replay "$replay"
check 0 "$GRAPHFUZZ" go test ./counts -n 1
[[ -e $replay && -e $kept/replays/late.json && ! -e $kept/replays/old.json ]]
[[ -e ${used[0]} && -e ${used[1]} && -e $kept/copies/late.go && ! -e $kept/overlay-old.json && ! -e $kept/copies/old.go ]]

# Options that are about other programs are refused, and not in the help.
for option in --model=sc --unroll=3 --retries=keep --liveness --replay=x --expect --test=TestAlone --cc=gcc --cxx=g++ \
  --cflags=-O2 --volatile=plain --fork --leaks --uninitialised --spurious --reuse-heap=yes --after-main=end --exit-status=1 \
  --go-memory=1M; do
  check 2 "$GRAPHFUZZ" go test "$option" .
  has err "go test does not go with ${option%%=*}(\$|, which needs nothing else: graphfuzz --replay FILE\$)"
done
check 0 "$GRAPHFUZZ" go test --help
hasnt out '^ +(-m,)?--(model|unroll|retries|liveness|replay|expect|test|cc|cflags|fork|spurious|go-memory)( |,|$)'
has out '^  FILE .* Packages, as for go test'

# Tests from outside of the package, whose TestMain it is; and without cgo.
mkdir outside
printf 'package outside\n\nfunc Leak() { go func() { make(chan int) <- 1 }() }\n' >outside/outside.go
cat >outside/outside_test.go <<'END'
package outside_test

import (
	"os"
	"testing"

	"example.com/flags/outside"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestOutside(t *testing.T) { outside.Leak() }
END
CGO_ENABLED=0 check 1 "$GRAPHFUZZ" go test ./outside -n 2
has out 'leak: send at outside.go:3'

# A version of Go in which a line is not there that graphfuzz needs: that is told, with the file and the version.
root=$(go env GOROOT)
mkdir -p "$work/other/src/runtime"
ln -s "$root"/src/* "$work/other/src" 2>/dev/null || true
ln -s "$root"/src/runtime/* "$work/other/src/runtime"
rm "$work/other/src/runtime/chan.go"
sed 's/^func closechan(c \*hchan) {$/func closechan(c *hchan, by *g) {/' "$root/src/runtime/chan.go" >"$work/other/src/runtime/chan.go"
for how in '' --free; do
  GOROOT=$work/other check 2 "$GRAPHFUZZ" go test ./outside $how
  has err "other/src/runtime/chan.go: expected the line \"func closechan.*\" once, found it 0 times: .*\($(go env GOVERSION)\)$"
done

# Files in place of a package, whoever asks for it, and wherever.
mkdir named
cat >named/main.go <<'END'
package main

func main() { meet(make(chan int)) }
END
cat >named/meet.go <<'END'
package main

func meet(c chan int) { go func() { c <- 1 }(); <-c }
END
cat >named/meet_test.go <<'END'
package main

import "testing"

func TestMeet(t *testing.T) { meet(make(chan int)) }

func TestLeft(t *testing.T) { c := make(chan int); go func() { c <- 1 }() }
END
check 0 "$GRAPHFUZZ" go run named/main.go named/meet.go --exhaustive
check 2 "$GRAPHFUZZ" go run named/main.go files
has err 'expected one package, or its files; its arguments come after --$'
(cd named && check 0 "$GRAPHFUZZ" go build main.go meet.go && check 0 "$GRAPHFUZZ" go run ./main)
check 1 "$GRAPHFUZZ" go test named/meet_test.go named/meet.go --exhaustive --json ../files.json --replay-dir "$work/replays"
json ../files.json '[(c["test"], len(c["bugs"])) for c in r] == [("command-line-arguments.TestMeet", 0), ("command-line-arguments.TestLeft", 1)]'
file=$(python3 -c 'import json; print(json.load(open("../files.json"))[1]["bugs"][0]["replay"])')
check 0 "$GRAPHFUZZ" go test named/meet_test.go named/meet.go -run Meet --strategy random -n 2 --seed 1 --checkpoint ../files.gfz
rm "$XDG_CACHE_HOME"/graphfuzz/go/*.test
mkdir -p "$work/elsewhere"
(cd "$work/elsewhere" && check 1 "$GRAPHFUZZ" --replay "$file" && has out 'leak: send at meet_test.go:7')
rm "$XDG_CACHE_HOME"/graphfuzz/go/*.test
(cd "$work/elsewhere" && check 0 "$GRAPHFUZZ" resume "$work/files.gfz" -q)

# A module may be called like a file.
mkdir ../called.go
cat >../called.go/go.mod <<'END'
module example.com/called.go

go 1.19
END
cat >../called.go/main.go <<'END'
package main

func main() {}
END
printf 'package main\n\nimport "testing"\n\nfunc TestMain_(t *testing.T) { main() }\n' >../called.go/main_test.go
(cd ../called.go && check 0 "$GRAPHFUZZ" go test example.com/called.go -n 2 && check 0 "$GRAPHFUZZ" go build && [[ -x called.go ]])

# Sourced by the tests of real Go: what setup.sh has, Go 1.19, a cache of its own, and one of what Go builds for all of them.
. "$SOURCE_DIR/tests/cli/setup.sh"
command -v go >/dev/null || exit 77
[[ $(go env GOVERSION) == go1.19* ]] || exit 77
[[ -z ${SANITIZE-} ]] || exit 77  # what the toolchain takes is not what is looked at there
# What Go has compiled of its library once is there for all of them.
export XDG_CACHE_HOME=$work/cache GOCACHE=${BUILD_DIR:-$work}/tests/go-cache GOFLAGS= GOPROXY=off

# go_module NAME: makes an empty module, example.com/NAME, and works in it from then on.
go_module() {
  mkdir module && cd module
  printf 'module example.com/%s\n\ngo 1.19\n' "$1" >go.mod
}

# deadline_test: a test that fails if its select takes an answer that comes late, on standard output. It needs context,
# testing and time.
deadline_test() {
  cat <<'END'
func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	answer := make(chan string, 1)
	go func() { time.Sleep(time.Minute); answer <- "late" }()
	select {
	case <-ctx.Done():
	case <-answer:
		t.Error("somebody was faster than time")
	}
}
END
}

# both_function: func both, which runs a function in two goroutines and waits for them, on standard output. It needs sync.
both_function() {
  cat <<'END'
func both(f func()) {
	var all sync.WaitGroup
	for i := 0; i < 2; i++ {
		all.Add(1)
		go func() { defer all.Done(); f() }()
	}
	all.Wait()
}
END
}

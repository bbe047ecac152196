// The test ends before it stops the server that it started, because an assertion that fails now and then ends it.
// bug: test-failure not ready
// bug: leak receive
// class: test
// natural: 199/200 runs
package kernel

import (
	"sync/atomic"
	"testing"
)

type server struct {
	ready atomic.Bool
	stop  chan bool
}

func (s *server) run() {
	s.ready.Store(true)
	<-s.stop // BUG
}

func TestServer(t *testing.T) {
	s := &server{stop: make(chan bool)}
	go s.run()
	if !s.ready.Load() {
		t.Fatal("server is not ready") // BUG
	}
	close(s.stop)
}

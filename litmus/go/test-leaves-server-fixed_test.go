// Stopping the server is deferred.
// bug: none
// class: test
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
	<-s.stop
}

func TestServer(t *testing.T) {
	s := &server{stop: make(chan bool)}
	go s.run()
	defer close(s.stop)
	if !s.ready.Load() {
		t.Log("server is not ready")
	}
}

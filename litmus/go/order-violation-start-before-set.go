// A server starts its loop before it has set the handler that the loop calls.
// bug: panic nil pointer
// class: order-violation
// natural: 1/200 runs
package main

import (
	"fmt"
	"sync"
)

type handler struct {
	calls int
}

type server struct {
	mu      sync.Mutex
	handler *handler
}

func (s *server) loop(done chan<- bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handler.calls++ // BUG
	done <- true
}

func main() {
	s := &server{}
	done := make(chan bool, 1)
	go s.loop(done)
	s.mu.Lock()
	s.handler = &handler{}
	s.mu.Unlock()
	<-done
	fmt.Println(s.handler.calls)
}

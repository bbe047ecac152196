// The handler is set first.
// bug: none
// class: order-violation
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
	s.handler.calls++
	done <- true
}

func main() {
	s := &server{}
	done := make(chan bool, 1)
	s.mu.Lock()
	s.handler = &handler{}
	s.mu.Unlock()
	go s.loop(done)
	<-done
	fmt.Println(s.handler.calls)
}

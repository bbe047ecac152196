// The channel is made with the service.
// bug: none
// class: nil-channel
package main

import (
	"fmt"
	"sync"
)

type service struct {
	mu   sync.Mutex
	done chan bool
}

func (s *service) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.done)
}

func (s *service) stop() {
	s.mu.Lock()
	done := s.done
	s.mu.Unlock()
	<-done
}

func main() {
	s := &service{done: make(chan bool)}
	go s.stop()
	s.start()
	fmt.Println("started")
}

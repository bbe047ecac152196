// Stop waits for a channel that only Start makes; if Stop is faster it waits for the nil channel.
// bug: leak receive
// class: nil-channel
// natural: 0/200 runs
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
	s.done = make(chan bool)
	close(s.done)
}

func (s *service) stop() {
	s.mu.Lock()
	done := s.done
	s.mu.Unlock()
	<-done // BUG
}

func main() {
	s := &service{}
	go s.stop()
	s.start()
	fmt.Println("started")
}

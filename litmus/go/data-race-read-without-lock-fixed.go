// They are read under the lock as well.
// bug: none
// class: data-race
package main

import (
	"fmt"
	"sync"
)

type stats struct {
	mu   sync.Mutex
	hits int
}

func (s *stats) hit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits++
}

func (s *stats) report() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hits
}

func main() {
	s := &stats{}
	done := make(chan bool, 1)
	go func() {
		s.hit()
		done <- true
	}()
	fmt.Println(s.report() <= 1)
	<-done
}

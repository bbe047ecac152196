// The statistics are written under the lock and read without it.
// bug: race hits
// class: data-race
// natural: 200/200 runs with -race
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
	s.hits++ // BUG
}

func (s *stats) report() int {
	return s.hits // BUG
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

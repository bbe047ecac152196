// A consumer that was woken takes the item without looking again; another consumer may have been faster.
// bug: panic index out of range
// class: cond
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

type stack struct {
	mu     sync.Mutex
	filled *sync.Cond
	items  []int
}

func (s *stack) push(items ...int) {
	s.mu.Lock()
	s.items = append(s.items, items...)
	s.mu.Unlock()
	s.filled.Broadcast()
}

func (s *stack) pop() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.items) == 0 {
		s.filled.Wait()
	}
	item := s.items[len(s.items)-1] // BUG
	s.items = s.items[:len(s.items)-1]
	return item
}

func main() {
	s := &stack{}
	s.filled = sync.NewCond(&s.mu)
	popped := make(chan int, 2)
	for i := 0; i < 2; i++ {
		go func() { popped <- s.pop() }()
	}
	s.push(1)
	s.push(2)
	fmt.Println(<-popped + <-popped)
}

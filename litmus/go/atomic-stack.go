// A stack without locks: who takes from it loads the top and stores the one below; two may take the same.
// bug: panic taken twice
// class: atomic
// natural: 0/200 runs
package main

import (
	"sync"
	"sync/atomic"
)

type node struct {
	next  *node
	taken atomic.Bool
}

type stack struct{ top atomic.Pointer[node] }

func (s *stack) pop() *node {
	n := s.top.Load()
	if n != nil {
		s.top.Store(n.next)
	}
	return n
}

func take(wg *sync.WaitGroup, s *stack) {
	defer wg.Done()
	if n := s.pop(); n != nil && n.taken.Swap(true) {
		panic("taken twice") // BUG
	}
}

func main() {
	s := &stack{}
	s.top.Store(&node{next: &node{}})
	var wg sync.WaitGroup
	wg.Add(2)
	go take(&wg, s)
	go take(&wg, s)
	wg.Wait()
}

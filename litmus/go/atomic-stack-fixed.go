// The top is changed only if it is still the one that was loaded.
// bug: none
// class: atomic
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
	for {
		n := s.top.Load()
		if n == nil || s.top.CompareAndSwap(n, n.next) {
			return n
		}
	}
}

func take(wg *sync.WaitGroup, s *stack) {
	defer wg.Done()
	if n := s.pop(); n != nil && n.taken.Swap(true) {
		panic("taken twice")
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

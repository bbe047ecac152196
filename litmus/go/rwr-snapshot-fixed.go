// snapshot() counts without taking the lock again.
// bug: none
// class: rwr
package main

import (
	"fmt"
	"sync"
)

type store struct {
	mu    sync.RWMutex
	items []string
}

func (s *store) size() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.items)
}

func (s *store) snapshot() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make([]string, len(s.items))
	copy(all, s.items)
	return all
}

func (s *store) add(item string) {
	s.mu.Lock()
	s.items = append(s.items, item)
	s.mu.Unlock()
}

func main() {
	s := &store{items: []string{"a"}}
	fmt.Println(s.size())
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		s.add("b")
	}()
	fmt.Println(len(s.snapshot()))
	wg.Wait()
}

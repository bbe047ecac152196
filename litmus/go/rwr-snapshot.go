// snapshot() holds the read lock and calls size(), which takes it again; a writer that comes in between waits for
// the first and is waited for by the second.
// bug: deadlock all goroutines are asleep
// class: rwr
// natural: 0/200 runs
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
	s.mu.RLock() // BUG
	defer s.mu.RUnlock()
	return len(s.items)
}

func (s *store) snapshot() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make([]string, s.size())
	copy(all, s.items)
	return all
}

func (s *store) add(item string) {
	s.mu.Lock() // BUG
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

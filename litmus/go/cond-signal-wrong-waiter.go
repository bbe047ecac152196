// Those who wait for an item and who wait for a free place share one Cond, and Signal may wake the one that it is
// not for.
// bug: deadlock all goroutines are asleep
// class: cond
// natural: 0/200 runs
package main

import "sync"

type slot struct {
	mu      sync.Mutex
	changed *sync.Cond
	full    bool
	value   int
}

func (s *slot) put(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.full {
		s.changed.Wait() // BUG
	}
	s.value, s.full = v, true
	s.changed.Signal()
}

func (s *slot) take() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.full {
		s.changed.Wait() // BUG
	}
	s.full = false
	s.changed.Signal()
	return s.value
}

func main() {
	s := &slot{}
	s.changed = sync.NewCond(&s.mu)
	var wg sync.WaitGroup
	wg.Add(4)
	for i := 1; i <= 2; i++ {
		go func(i int) {
			defer wg.Done()
			s.put(i)
		}(i)
		go func() {
			defer wg.Done()
			s.take()
		}()
	}
	wg.Wait() // BUG
}

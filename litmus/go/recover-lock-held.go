// A handler panics while it holds the lock, which is not given back by a deferred call; the panic is recovered,
// and the lock stays taken.
// bug: deadlock all goroutines are asleep
// class: recover
// natural: 6/200 runs
package main

import (
	"fmt"
	"sync"
)

type site struct {
	mu    sync.Mutex
	pages map[string]string
}

func (s *site) serve(page string) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("500", r)
		}
	}()
	s.mu.Lock() // BUG
	if s.pages[page] == "" {
		panic("no such page")
	}
	fmt.Println(s.pages[page])
	s.mu.Unlock()
}

func main() {
	s := &site{pages: map[string]string{"/": "home"}}
	var wg sync.WaitGroup
	wg.Add(2)
	for _, page := range []string{"/nowhere", "/"} {
		go func(page string) {
			defer wg.Done()
			s.serve(page)
		}(page)
	}
	wg.Wait() // BUG
}

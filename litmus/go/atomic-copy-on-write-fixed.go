// The copy is published only if what it was made of is still there.
// bug: none
// class: atomic
package main

import (
	"sync"
	"sync/atomic"
)

type config struct{ servers, clients int }

var current atomic.Pointer[config]

func change(wg *sync.WaitGroup, by func(*config)) {
	defer wg.Done()
	for {
		old := current.Load()
		copied := *old
		by(&copied)
		if current.CompareAndSwap(old, &copied) {
			return
		}
	}
}

func main() {
	current.Store(&config{})
	var wg sync.WaitGroup
	wg.Add(2)
	go change(&wg, func(c *config) { c.servers = 1 })
	go change(&wg, func(c *config) { c.clients = 1 })
	wg.Wait()
	if c := current.Load(); c.servers+c.clients != 2 {
		panic("lost change")
	}
}

// A configuration is copied, changed and published by an atomic pointer; of two goroutines that do so at the same time
// the change of one is lost.
// bug: panic lost change
// class: atomic
// natural: 0/200 runs
package main

import (
	"sync"
	"sync/atomic"
)

type config struct{ servers, clients int }

var current atomic.Pointer[config]

func change(wg *sync.WaitGroup, by func(*config)) {
	defer wg.Done()
	copied := *current.Load()
	by(&copied)
	current.Store(&copied)
}

func main() {
	current.Store(&config{})
	var wg sync.WaitGroup
	wg.Add(2)
	go change(&wg, func(c *config) { c.servers = 1 })
	go change(&wg, func(c *config) { c.clients = 1 })
	wg.Wait()
	if c := current.Load(); c.servers+c.clients != 2 {
		panic("lost change") // BUG
	}
}

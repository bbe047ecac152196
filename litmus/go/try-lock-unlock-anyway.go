// The lock is given back even if it was not obtained: taken from under its holder, or unlocked twice.
// bug: panic unlock of unlocked mutex
// class: try-lock
// natural: 1/200 runs
package main

import (
	"sync"
	"sync/atomic"
)

type door struct {
	mu     sync.Mutex
	visits atomic.Int32
}

func (d *door) enter(wg *sync.WaitGroup) {
	defer wg.Done()
	entered := d.mu.TryLock()
	if entered {
		d.visits.Add(1)
	}
	d.mu.Unlock() // BUG
}

func main() {
	d := &door{}
	var wg sync.WaitGroup
	wg.Add(2)
	go d.enter(&wg)
	go d.enter(&wg)
	wg.Wait()
}

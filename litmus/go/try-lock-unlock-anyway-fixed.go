// Without the lock nothing is done.
// bug: none
// class: try-lock
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
		d.mu.Unlock()
	}
}

func main() {
	d := &door{}
	var wg sync.WaitGroup
	wg.Add(2)
	go d.enter(&wg)
	go d.enter(&wg)
	wg.Wait()
}

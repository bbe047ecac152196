// The limit is checked and then the count raised; two may pass the check together. Each step is atomic, both
// together are not.
// bug: panic too many connections
// class: atomic
// natural: 0/200 runs
package main

import (
	"sync"
	"sync/atomic"
)

const limit = 1

var open atomic.Int32

func connect(wg *sync.WaitGroup) {
	defer wg.Done()
	if open.Load() >= limit {
		return
	}
	if open.Add(1) > limit {
		panic("too many connections") // BUG
	}
	open.Add(-1)
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go connect(&wg)
	go connect(&wg)
	wg.Wait()
}

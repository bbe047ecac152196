// Looking and raising are one compare-and-swap.
// bug: none
// class: atomic
package main

import (
	"sync"
	"sync/atomic"
)

const limit = 1

var open atomic.Int32

func connect(wg *sync.WaitGroup) {
	defer wg.Done()
	if !open.CompareAndSwap(0, limit) {
		return
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

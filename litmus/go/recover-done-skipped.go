// A panic in a job is recovered, but the Done that came after the job is skipped.
// bug: deadlock all goroutines are asleep
// class: recover
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func job(n int, divisor *atomic.Int32) int {
	return n / int(divisor.Load())
}

func main() {
	var divisor atomic.Int32
	divisor.Store(2)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer func() { recover() }()
		fmt.Println(job(10, &divisor))
		wg.Done()
	}()
	divisor.Store(0)
	wg.Wait() // BUG
}

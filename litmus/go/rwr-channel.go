// A reader waits under the read lock for another reader's answer; a writer that comes between the two keeps the
// second one out.
// bug: deadlock all goroutines are asleep
// class: rwr
// natural: 199/200 runs
package main

import (
	"fmt"
	"sync"
)

var mu sync.RWMutex
var replicas = 1

func main() {
	answer := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		mu.RLock() // BUG
		answer <- replicas
		mu.RUnlock()
	}()
	go func() {
		defer wg.Done()
		mu.Lock() // BUG
		replicas++
		mu.Unlock()
	}()
	mu.RLock()
	mine := replicas
	other := <-answer // BUG
	mu.RUnlock()
	fmt.Println(mine > 0 && other > 0)
	wg.Wait()
}

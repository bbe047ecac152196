// The answer is awaited without the lock.
// bug: none
// class: rwr
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
		mu.RLock()
		answer <- replicas
		mu.RUnlock()
	}()
	go func() {
		defer wg.Done()
		mu.Lock()
		replicas++
		mu.Unlock()
	}()
	mu.RLock()
	mine := replicas
	mu.RUnlock()
	other := <-answer
	fmt.Println(mine > 0 && other > 0)
	wg.Wait()
}

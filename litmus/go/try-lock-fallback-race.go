// If the read lock is not to be had at once, the value is read without it.
// bug: race price
// class: try-lock
// natural: 0/200 runs with -race
package main

import (
	"fmt"
	"sync"
)

var mu sync.RWMutex
var price = 10

func read() int {
	if mu.TryRLock() {
		defer mu.RUnlock()
	}
	return price // BUG
}

func main() {
	done := make(chan bool)
	go func() {
		defer close(done)
		mu.Lock()
		price = 12 // BUG
		mu.Unlock()
	}()
	fmt.Println(read() >= 10)
	<-done
}

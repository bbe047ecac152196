// If it is not to be had at once, it is waited for.
// bug: none
// class: try-lock
package main

import (
	"fmt"
	"sync"
)

var mu sync.RWMutex
var price = 10

func read() int {
	if !mu.TryRLock() {
		mu.RLock()
	}
	defer mu.RUnlock()
	return price
}

func main() {
	done := make(chan bool)
	go func() {
		defer close(done)
		mu.Lock()
		price = 12
		mu.Unlock()
	}()
	fmt.Println(read() >= 10)
	<-done
}

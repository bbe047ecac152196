// A semaphore made of a channel and a lock are taken in opposite orders: a cycle of which the detectors of lock
// cycles see one half.
// bug: deadlock all goroutines are asleep
// class: channel-lock
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

var tokens = make(chan struct{}, 1)
var mu sync.Mutex
var total int

func add(n int) {
	tokens <- struct{}{}
	mu.Lock() // BUG
	total += n
	mu.Unlock()
	<-tokens
}

func reset() {
	mu.Lock()
	tokens <- struct{}{} // BUG
	total = 0
	<-tokens
	mu.Unlock()
}

func main() {
	done := make(chan bool)
	go func() {
		reset()
		close(done)
	}()
	add(5)
	<-done
	fmt.Println(total == 0 || total == 5)
}

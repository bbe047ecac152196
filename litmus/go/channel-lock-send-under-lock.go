// The producer sends while it holds the lock that the consumer takes before it receives.
// bug: deadlock all goroutines are asleep
// class: channel-lock
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

type feed struct {
	mu         sync.Mutex
	sent, seen int
	ch         chan int
}

func (f *feed) produce(v int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sent++
	f.ch <- v // BUG
}

func (f *feed) consume() int {
	f.mu.Lock() // BUG
	f.seen++
	f.mu.Unlock()
	return <-f.ch
}

func main() {
	f := &feed{ch: make(chan int)}
	go f.produce(3)
	fmt.Println(f.consume())
}

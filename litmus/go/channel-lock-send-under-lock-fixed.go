// The producer sends after it has given the lock back.
// bug: none
// class: channel-lock
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
	f.sent++
	f.mu.Unlock()
	f.ch <- v
}

func (f *feed) consume() int {
	f.mu.Lock()
	f.seen++
	f.mu.Unlock()
	return <-f.ch
}

func main() {
	f := &feed{ch: make(chan int)}
	go f.produce(3)
	fmt.Println(f.consume())
}

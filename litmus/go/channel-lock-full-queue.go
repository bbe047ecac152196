// Events are queued under the lock, and the queue is short; its reader counts under the same lock before it takes
// the next event.
// bug: leak send
// bug: leak lock
// class: channel-lock
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
	"time"
)

type bus struct {
	mu              sync.Mutex
	queued, handled int
	queue           chan string
}

func (b *bus) emit(event string) {
	b.mu.Lock()
	b.queued++
	b.queue <- event // BUG
	b.mu.Unlock()
}

func (b *bus) handle(n int) {
	for i := 0; i < n; i++ {
		event := <-b.queue
		b.mu.Lock() // BUG
		b.handled++
		b.mu.Unlock()
		fmt.Println(event)
	}
}

func main() {
	b := &bus{queue: make(chan string, 1)}
	go b.handle(3)
	go func() {
		b.emit("a")
		b.emit("b")
		b.emit("c")
	}()
	time.Sleep(10 * time.Millisecond)
}

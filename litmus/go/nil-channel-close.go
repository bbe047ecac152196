// A connection's Close closes a channel that is nil until the connection has been opened, which another goroutine
// does.
// bug: panic close of nil channel
// class: nil-channel
// natural: 197/200 runs
package main

import (
	"fmt"
	"sync"
)

type connection struct {
	mu     sync.Mutex
	frames chan int
}

func (c *connection) open() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frames = make(chan int, 1)
}

func (c *connection) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.frames) // BUG
}

func main() {
	c := &connection{}
	opened := make(chan bool, 1)
	go func() {
		c.open()
		opened <- true
	}()
	c.close()
	<-opened
	fmt.Println("closed")
}

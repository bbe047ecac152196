// Close looks whether there is anything to close.
// bug: none
// class: nil-channel
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
	if c.frames != nil {
		close(c.frames)
	}
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

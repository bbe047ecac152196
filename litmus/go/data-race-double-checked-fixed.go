// The flag is atomic.
// bug: none
// class: data-race
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type config struct {
	mu     sync.Mutex
	loaded atomic.Bool
	value  int
}

func (c *config) get() int {
	if !c.loaded.Load() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.loaded.Load() {
			c.value = 7
			c.loaded.Store(true)
		}
	}
	return c.value
}

func main() {
	c := &config{}
	done := make(chan bool)
	go func() {
		c.get()
		close(done)
	}()
	fmt.Println(c.get())
	<-done
}

// Double-checked locking: the first look at the flag is not under the lock.
// bug: race loaded
// class: data-race
// natural: 200/200 runs with -race
package main

import (
	"fmt"
	"sync"
)

type config struct {
	mu     sync.Mutex
	loaded bool
	value  int
}

func (c *config) get() int {
	if !c.loaded { // BUG
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.loaded {
			c.value = 7     // BUG
			c.loaded = true // BUG
		}
	}
	return c.value // BUG
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

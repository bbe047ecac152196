// A cache whose get() calls, on a miss, load(), which takes the lock that get() already holds. It takes an
// eviction before the lookup.
// bug: deadlock all goroutines are asleep
// class: double-lock
// natural: 1/200 runs
package main

import (
	"fmt"
	"sync"
)

type cache struct {
	mu    sync.Mutex
	items map[string]int
}

func (c *cache) evict(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.items, key)
}

func (c *cache) load(key string) int {
	c.mu.Lock() // BUG
	defer c.mu.Unlock()
	c.items[key] = 42
	return c.items[key]
}

func (c *cache) get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.items[key]; ok {
		return v
	}
	return c.load(key)
}

func main() {
	c := &cache{items: map[string]int{"a": 1}}
	done := make(chan bool, 1)
	go func() {
		c.evict("a")
		done <- true
	}()
	fmt.Println(c.get("a"))
	<-done
}

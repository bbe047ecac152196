// The hits are counted atomically.
// bug: none
// class: data-race
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type cache struct {
	mu    sync.RWMutex
	items map[string]int
	hits  atomic.Int32
}

func (c *cache) get(key string) (int, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	v, ok := c.items[key]
	if ok {
		c.hits.Add(1)
	}
	return v, ok
}

func main() {
	c := &cache{items: map[string]int{"a": 1}}
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			c.get("a")
		}()
	}
	wg.Wait()
	fmt.Println(c.hits.Load())
}

// A cache counts its hits while it holds only the read lock, which others hold at the same time.
// bug: race hits
// class: data-race
// natural: 200/200 runs with -race
package main

import (
	"fmt"
	"sync"
)

type cache struct {
	mu    sync.RWMutex
	items map[string]int
	hits  int
}

func (c *cache) get(key string) (int, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	v, ok := c.items[key]
	if ok {
		c.hits++ // BUG
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
	fmt.Println(c.hits)
}

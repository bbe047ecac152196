// Each turn of the loop is a function, at whose end the shard is unlocked.
// bug: none
// class: double-lock
package main

import (
	"sync"
	"sync/atomic"
)

type shard struct {
	mu   sync.Mutex
	size int
}

var left, right shard
var merged atomic.Bool

func shardOf(name string) *shard {
	if name == "right" && !merged.Load() {
		return &right
	}
	return &left
}

func sweep(names []string) {
	for _, name := range names {
		func() {
			s := shardOf(name)
			s.mu.Lock()
			defer s.mu.Unlock()
			s.size = 0
		}()
	}
}

func main() {
	done := make(chan bool, 1)
	go func() {
		merged.Store(true)
		done <- true
	}()
	sweep([]string{"left", "right"})
	<-done
}

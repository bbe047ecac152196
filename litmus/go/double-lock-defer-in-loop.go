// A sweep over two shards defers the unlock inside of the loop, so that nothing is unlocked before its end; when
// both names mean the same shard, it locks it twice.
// bug: deadlock all goroutines are asleep
// class: double-lock
// natural: 0/200 runs
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
		s := shardOf(name)
		s.mu.Lock() // BUG
		defer s.mu.Unlock()
		s.size = 0
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

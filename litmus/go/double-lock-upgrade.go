// A counter table that reads under RLock and, if the key is not there yet, takes the write lock without giving the
// read lock back.
// bug: deadlock all goroutines are asleep
// class: double-lock
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type table struct {
	mu       sync.RWMutex
	counters map[string]*int32
}

func (t *table) get(key string) *int32 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if c, ok := t.counters[key]; ok {
		return c
	}
	t.mu.Lock() // BUG
	defer t.mu.Unlock()
	t.counters[key] = new(int32)
	return t.counters[key]
}

func (t *table) prepare(key string) {
	t.mu.Lock() // BUG
	defer t.mu.Unlock()
	if t.counters[key] == nil {
		t.counters[key] = new(int32)
	}
}

func main() {
	t := &table{counters: map[string]*int32{}}
	prepared := make(chan bool, 1)
	go func() {
		t.prepare("requests")
		prepared <- true
	}()
	atomic.AddInt32(t.get("requests"), 1)
	<-prepared
	fmt.Println(atomic.LoadInt32(t.get("requests")))
}

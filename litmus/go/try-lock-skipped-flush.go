// A flush is left out if somebody else has the lock; the last one as well, and then nobody writes what remains.
// bug: panic lost a line
// class: try-lock
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

type buffer struct {
	mu               sync.Mutex
	pending, written int
}

func (b *buffer) write() {
	b.mu.Lock()
	b.pending++
	b.mu.Unlock()
}

func (b *buffer) flush() {
	if b.mu.TryLock() {
		b.written += b.pending
		b.pending = 0
		b.mu.Unlock()
	}
}

func (b *buffer) unwritten() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.pending
}

func main() {
	b := &buffer{}
	b.write()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		fmt.Println(b.unwritten() <= 1)
	}()
	b.flush()
	wg.Wait()
	if b.unwritten() != 0 {
		panic("lost a line") // BUG
	}
}

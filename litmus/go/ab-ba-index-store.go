// A reader locks the index and then the store; a compaction locks the store and then, to rewrite it, the index.
// One of the four is a read lock, which does not help.
// bug: deadlock all goroutines are asleep
// class: ab-ba
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

var index sync.RWMutex
var store sync.Mutex
var offset, value = 1, 100

func lookup() int {
	index.RLock()
	defer index.RUnlock()
	at := offset
	store.Lock() // BUG
	defer store.Unlock()
	return value + at
}

func compact() {
	store.Lock()
	defer store.Unlock()
	index.Lock() // BUG
	defer index.Unlock()
	offset, value = 0, 101
}

func main() {
	done := make(chan bool)
	go func() {
		compact()
		close(done)
	}()
	fmt.Println(lookup())
	<-done
}

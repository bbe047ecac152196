// Compaction takes the locks in the order of the readers.
// bug: none
// class: ab-ba
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
	store.Lock()
	defer store.Unlock()
	return value + at
}

func compact() {
	index.Lock()
	defer index.Unlock()
	store.Lock()
	defer store.Unlock()
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

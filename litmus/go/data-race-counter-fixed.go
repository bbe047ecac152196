// The counter is changed under a lock.
// bug: none
// class: data-race
package main

import (
	"fmt"
	"sync"
)

var requests int
var mu sync.Mutex

func client(wg *sync.WaitGroup) {
	defer wg.Done()
	mu.Lock()
	defer mu.Unlock()
	requests++
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go client(&wg)
	go client(&wg)
	wg.Wait()
	fmt.Println(requests)
}

// Two clients count their requests in one variable without a lock.
// bug: race requests
// class: data-race
// natural: 200/200 runs with -race
package main

import (
	"fmt"
	"sync"
)

var requests int

func client(wg *sync.WaitGroup) {
	defer wg.Done()
	requests++ // BUG
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go client(&wg)
	go client(&wg)
	wg.Wait()
	fmt.Println(requests)
}

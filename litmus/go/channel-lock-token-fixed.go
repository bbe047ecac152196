// The token is always taken first.
// bug: none
// class: channel-lock
package main

import (
	"fmt"
	"sync"
)

var tokens = make(chan struct{}, 1)
var mu sync.Mutex
var total int

func add(n int) {
	tokens <- struct{}{}
	mu.Lock()
	total += n
	mu.Unlock()
	<-tokens
}

func reset() {
	tokens <- struct{}{}
	mu.Lock()
	total = 0
	mu.Unlock()
	<-tokens
}

func main() {
	done := make(chan bool)
	go func() {
		reset()
		close(done)
	}()
	add(5)
	<-done
	fmt.Println(total == 0 || total == 5)
}

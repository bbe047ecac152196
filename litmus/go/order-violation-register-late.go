// The event may be published before the listener is registered, and is then lost to it.
// bug: deadlock all goroutines are asleep
// class: order-violation
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

type topic struct {
	mu       sync.Mutex
	listener chan string
	last     string
}

func (t *topic) publish(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = text
	if t.listener != nil {
		t.listener <- text
	}
}

func (t *topic) register() <-chan string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listener = make(chan string, 1)
	return t.listener
}

func main() {
	t := &topic{}
	go t.publish("started")
	fmt.Println(<-t.register()) // BUG
}

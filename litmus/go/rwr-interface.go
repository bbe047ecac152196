// A tree node describes itself and its child through one method of an interface, and both share one RWMutex:
// nested read locks, with a writer in another goroutine.
// bug: leak rlock
// class: rwr
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"time"
)

type describer interface {
	describe() string
}

type node struct {
	mu    *sync.RWMutex
	name  string
	child describer
}

func (n *node) describe() string {
	n.mu.RLock() // BUG
	defer n.mu.RUnlock()
	if n.child == nil {
		return n.name
	}
	return n.name + "/" + n.child.describe()
}

func main() {
	var mu sync.RWMutex
	leaf := &node{mu: &mu, name: "leaf"}
	root := &node{mu: &mu, name: "root", child: leaf}
	shown := make(chan string, 1)
	go func() {
		shown <- root.describe()
	}()
	go func() {
		mu.Lock() // BUG
		defer mu.Unlock()
		leaf.name = "twig"
	}()
	select {
	case text := <-shown:
		fmt.Println(text)
	case <-time.After(20 * time.Millisecond):
		fmt.Println("no answer")
	}
}

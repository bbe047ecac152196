// The locking is done once, by the caller of the whole tree.
// bug: none
// class: rwr
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
		mu.RLock()
		defer mu.RUnlock()
		shown <- root.describe()
	}()
	go func() {
		mu.Lock()
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

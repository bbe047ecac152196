// The targets are copied under the read lock, which the probes then can have.
// bug: none
// class: rwr
package main

import (
	"fmt"
	"sync"
)

type monitor struct {
	mu      sync.RWMutex
	targets []int
	limit   int
}

func (m *monitor) probe(target int) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return target < m.limit
}

func (m *monitor) check() int {
	m.mu.RLock()
	targets := m.targets
	m.mu.RUnlock()
	healthy := make(chan bool, 2)
	for _, target := range targets {
		go func(target int) { healthy <- m.probe(target) }(target)
	}
	count := 0
	for range targets {
		if <-healthy {
			count++
		}
	}
	return count
}

func main() {
	m := &monitor{targets: []int{1, 5}, limit: 3}
	changed := make(chan bool, 1)
	go func() {
		m.mu.Lock()
		m.limit = 9
		m.mu.Unlock()
		changed <- true
	}()
	fmt.Println(m.check())
	<-changed
}

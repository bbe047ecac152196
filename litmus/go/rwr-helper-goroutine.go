// A health check holds the read lock and waits for probes that take it too; a configuration change in between
// stops everything.
// bug: deadlock all goroutines are asleep
// class: rwr
// natural: 199/200 runs
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
	m.mu.RLock() // BUG
	defer m.mu.RUnlock()
	return target < m.limit
}

func (m *monitor) check() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	healthy := make(chan bool, 2)
	for _, target := range m.targets {
		go func(target int) { healthy <- m.probe(target) }(target)
	}
	count := 0
	for range m.targets {
		if <-healthy { // BUG
			count++
		}
	}
	return count
}

func main() {
	m := &monitor{targets: []int{1, 5}, limit: 3}
	changed := make(chan bool, 1)
	go func() {
		m.mu.Lock() // BUG
		m.limit = 9
		m.mu.Unlock()
		changed <- true
	}()
	fmt.Println(m.check())
	<-changed
}

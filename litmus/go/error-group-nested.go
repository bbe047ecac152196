// A function of the group waits for the group, because it wants the others to have finished.
// bug: deadlock all goroutines are asleep
// class: error-group
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync"
)

type group struct {
	wg sync.WaitGroup
}

func (g *group) run(f func()) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		f()
	}()
}

func main() {
	g := &group{}
	copied := make(chan bool)
	g.run(func() {
		fmt.Println("copied")
		close(copied)
	})
	g.run(func() {
		g.wg.Wait() // BUG
		fmt.Println("removed")
	})
	g.wg.Wait() // BUG
}

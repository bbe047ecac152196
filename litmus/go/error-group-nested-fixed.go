// It waits for those others only, by a channel.
// bug: none
// class: error-group
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
		<-copied
		fmt.Println("removed")
	})
	g.wg.Wait()
}

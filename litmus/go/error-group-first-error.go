// Each failing function looks whether there is an error already, and stores its own, without a lock between them.
// bug: race err
// class: error-group
// natural: 200/200 runs with -race
package main

import (
	"errors"
	"fmt"
	"sync"
)

type group struct {
	wg  sync.WaitGroup
	err error
}

func (g *group) run(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			if g.err == nil { // BUG
				g.err = err // BUG
			}
		}
	}()
}

func main() {
	g := &group{}
	g.run(func() error { return errors.New("no route") })
	g.run(func() error { return errors.New("no power") })
	g.wg.Wait()
	fmt.Println(g.err)
}

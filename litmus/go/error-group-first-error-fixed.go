// A Once lets one store its error.
// bug: none
// class: error-group
package main

import (
	"errors"
	"fmt"
	"sync"
)

type group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *group) run(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
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

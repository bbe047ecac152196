// A group hands out only the first error, by a channel without room: the second function to fail waits for ever.
// bug: leak send
// class: error-group
// natural: 0/200 runs
package main

import (
	"errors"
	"fmt"
)

type group struct {
	size   int
	failed chan error
}

func newGroup() *group { return &group{failed: make(chan error)} }

func (g *group) run(f func() error) {
	g.size++
	go func() { g.failed <- f() }() // BUG
}

func (g *group) wait() error {
	for i := 0; i < g.size; i++ {
		if err := <-g.failed; err != nil {
			return err
		}
	}
	return nil
}

func main() {
	g := newGroup()
	g.run(func() error { return errors.New("disk full") })
	g.run(func() error { return nil })
	fmt.Println(g.wait())
}

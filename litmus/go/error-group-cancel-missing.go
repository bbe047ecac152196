// A function of the group fails, but that does not cancel the context for which the other one waits.
// bug: deadlock all goroutines are asleep
// class: error-group
// natural: 200/200 runs
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

type group struct {
	wg     sync.WaitGroup
	cancel context.CancelFunc
}

func (g *group) run(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			fmt.Println(err)
		}
	}()
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g := &group{cancel: cancel}
	data := make(chan int)
	g.run(func() error { return errors.New("nothing to read") })
	g.run(func() error {
		select { // BUG
		case v := <-data:
			fmt.Println(v)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	g.wg.Wait() // BUG
}

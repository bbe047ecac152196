// Only what is started is counted.
// bug: none
// class: wait-group
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type task struct {
	done atomic.Bool
}

func (t *task) run(wg *sync.WaitGroup) {
	defer wg.Done()
	t.done.Store(true)
}

func main() {
	tasks := []*task{{}, {}}
	go tasks[1].done.Store(true)
	var wg sync.WaitGroup
	for _, t := range tasks {
		if !t.done.Load() {
			wg.Add(1)
			go t.run(&wg)
		}
	}
	wg.Wait()
	fmt.Println(tasks[0].done.Load())
}

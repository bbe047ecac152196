// The group counts all the jobs, but those already done by somebody else are not started.
// bug: deadlock all goroutines are asleep
// class: wait-group
// natural: 1/200 runs
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
	wg.Add(len(tasks))
	for _, t := range tasks {
		if !t.done.Load() {
			go t.run(&wg)
		}
	}
	wg.Wait() // BUG
	fmt.Println(tasks[0].done.Load())
}

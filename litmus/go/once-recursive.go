// Opening the log writes to the log, which opens it: Do inside of Do of the same Once.
// bug: deadlock all goroutines are asleep
// class: once
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type journal struct {
	open    sync.Once
	lines   []string
	verbose atomic.Bool
}

func (j *journal) append(line string) {
	j.lines = append(j.lines, line)
}

func (j *journal) write(line string) {
	j.open.Do(func() { // BUG
		if j.verbose.Load() {
			j.write("opened")
		}
	})
	j.append(line)
}

func main() {
	j := &journal{}
	set := make(chan bool, 1)
	go func() {
		j.verbose.Store(true)
		set <- true
	}()
	j.write("hello")
	<-set
	fmt.Println(len(j.lines) > 0)
}

// Who comes first fixes the options of all; the default set by the background task may win over the ones that were
// asked for.
// bug: panic running with the wrong options
// class: once
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

type options struct {
	once  sync.Once
	level int
}

func (o *options) set(level int) int {
	o.once.Do(func() { o.level = level })
	return o.level
}

func main() {
	o := &options{}
	done := make(chan bool)
	go func() {
		o.set(1)
		close(done)
	}()
	level := o.set(3)
	<-done
	if level != 3 {
		panic("running with the wrong options") // BUG
	}
	fmt.Println("level", level)
}

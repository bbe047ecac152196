// The options are asked for before the background task is started.
// bug: none
// class: once
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
	level := o.set(3)
	go func() {
		o.set(1)
		close(done)
	}()
	<-done
	if level != 3 {
		panic("running with the wrong options")
	}
	fmt.Println("level", level)
}

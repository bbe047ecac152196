// Nothing that may panic is done in the Once, and who finds nothing there says so.
// bug: none
// class: once
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type driver struct {
	name string
}

type device struct {
	once   sync.Once
	driver *driver
	ready  atomic.Bool
}

func (d *device) init() {
	d.once.Do(func() {
		if !d.ready.Load() {
			fmt.Println("device not ready")
			return
		}
		d.driver = &driver{"disk"}
	})
}

func (d *device) name() string {
	d.init()
	if d.driver == nil {
		return "no driver"
	}
	return d.driver.name
}

func main() {
	d := &device{}
	done := make(chan bool)
	go func() {
		d.ready.Store(true)
		close(done)
	}()
	d.init()
	<-done
	fmt.Println(d.name())
}

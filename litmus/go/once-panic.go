// The function of a Once panics, and the panic is recovered; for the Once it has been done, and nobody makes up
// for it.
// bug: panic nil pointer
// class: once
// natural: 200/200 runs
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
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("recovered:", r)
		}
	}()
	d.once.Do(func() {
		if !d.ready.Load() {
			panic("device not ready")
		}
		d.driver = &driver{"disk"}
	})
}

func (d *device) name() string {
	d.init()
	return d.driver.name // BUG
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

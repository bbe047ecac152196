// The recover is in the goroutine that starts the worker; the worker's panic passes it by.
// bug: panic index out of range
// class: recover
// natural: 200/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

func pick(items []string, n *atomic.Int32) string {
	return items[n.Load()] // BUG
}

func main() {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("recovered:", r)
		}
	}()
	items := []string{"a", "b"}
	var n atomic.Int32
	n.Store(1)
	done := make(chan bool)
	go func() {
		defer close(done)
		fmt.Println(pick(items, &n))
	}()
	n.Add(1)
	<-done
}

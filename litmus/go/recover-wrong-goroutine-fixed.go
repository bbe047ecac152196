// The worker recovers for itself.
// bug: none
// class: recover
package main

import (
	"fmt"
	"sync/atomic"
)

func pick(items []string, n *atomic.Int32) string {
	return items[n.Load()]
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
		defer func() {
			if r := recover(); r != nil {
				fmt.Println("recovered:", r)
			}
		}()
		fmt.Println(pick(items, &n))
	}()
	n.Add(1)
	<-done
}

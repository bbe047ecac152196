// The address is set first.
// bug: none
// class: order-violation
package main

import (
	"fmt"
	"sync/atomic"
)

var ready atomic.Bool
var address atomic.Int32

func listen() {
	address.Store(8080)
	ready.Store(true)
}

func main() {
	go listen()
	if ready.Load() && address.Load() == 0 {
		panic("no address")
	}
	fmt.Println("connected")
}

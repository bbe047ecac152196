// The flag that says that the address is known is set before the address.
// bug: panic no address
// class: order-violation
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync/atomic"
)

var ready atomic.Bool
var address atomic.Int32

func listen() {
	ready.Store(true)
	address.Store(8080)
}

func main() {
	go listen()
	if ready.Load() && address.Load() == 0 {
		panic("no address") // BUG
	}
	fmt.Println("connected")
}

// flow-changing-operations.md, end of "Comparison to GoPie": the same scenario for try-locks. Try 1 is expected to
// get the lock, which it keeps, and the code with the possible bug is met if try 2 does.
// bug: panic the possible bug
// class: spec
// natural: 122/200 runs
package main

import (
	"fmt"
	"sync"
)

func codeWithPosBug() {
	panic("the possible bug") // BUG
}

func main() {
	c := make(chan int)
	m := sync.Mutex{}

	numberRuns := 1000

	go func() {
		if m.TryLock() { // try 1
			fmt.Println("no bug")
		}
	}()

	// create some noise for GoPie
	go func() {
		for i := 0; i < numberRuns; i++ {
			c <- 1
		}
	}()
	for i := 0; i < numberRuns; i++ {
		<-c
	}

	if m.TryLock() { // try 2
		codeWithPosBug()
	}
}

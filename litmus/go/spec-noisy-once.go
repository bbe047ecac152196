// flow-changing-operations.md, "Comparison to GoPie": behind the noise of 1000 sends do 1 is expected to be the
// first (not so with GOMAXPROCS=1, where the goroutine started last runs first); the two are concurrent, and do 2
// contains the bug.
// bug: panic the possible bug
// class: spec
// natural: 123/200 runs
package main

import (
	"fmt"
	"sync"
)

func codeWithoutPosBug() {
	fmt.Println("no bug")
}

func codeWithPosBug() {
	panic("the possible bug") // BUG
}

func main() {
	c := make(chan int)
	on := sync.Once{}

	numberRuns := 1000

	go func() {
		on.Do(codeWithoutPosBug) // do 1
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

	on.Do(codeWithPosBug) // do 2
}

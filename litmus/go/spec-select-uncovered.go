// order-based-fuzzing.md, "Uncovering new execution paths": the select nearly always takes the case of `c`; that
// of `d` contains the bug.
// bug: panic the bug
// class: spec
// natural: 200/200 runs
package main

import "fmt"

func someCode() {
	fmt.Println("some code")
}

func codeWithBug() {
	panic("the bug") // BUG
}

func main() {
	c := make(chan int, 1)
	d := make(chan int, 1)

	go func() {
		c <- 1
	}()

	go func() {
		d <- 1
	}()

	select {
	case <-c:
		someCode()
	case <-d:
		codeWithBug()
	}
}

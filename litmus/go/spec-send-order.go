// flow-changing-operations.md, the example of two sends: the code with the bug is met if the goroutine that sends
// 0 is the first.
// bug: panic the bug
// class: spec
// natural: 1/200 runs
package main

func codeWithBug() {
	panic("the bug") // BUG
}

func main() {
	c := make(chan int, 2)

	go func() {
		c <- 0
	}()

	go func() {
		c <- 1
	}()

	if a := <-c; a == 0 {
		codeWithBug()
	}
}

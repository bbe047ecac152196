// flow-changing-operations.md, end of "Comparison to GoPie": the same scenario for the order of sends. Send 1 is
// expected to be the first, and the code with the possible bug is met if send 2 is.
// bug: panic the possible bug
// class: spec
// natural: 131/200 runs
package main

func codeWithPosBug() {
	panic("the possible bug") // BUG
}

func main() {
	c := make(chan int)
	d := make(chan int, 2)

	numberRuns := 1000

	go func() {
		d <- 1 // send 1
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

	d <- 2 // send 2
	if first := <-d; first == 2 {
		codeWithPosBug()
	}
}

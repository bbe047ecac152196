// select-based-fuzzing.md, "Improvement over original GFuzz", the first of the two programs that GFuzz scores
// alike: a plain receive. The goroutine that sends on `a` is left.
// bug: leak send
// class: spec
// natural: 200/200 runs
package main

func main() {
	a := make(chan int)
	x := make(chan int)

	go func() {
		x <- 1
	}()

	go func() {
		a <- 1 // BUG
	}()

	<-x
	// do stuff
}

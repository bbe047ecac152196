// select-based-fuzzing.md, "Improvement over original GFuzz", the second of the two programs that GFuzz scores
// alike: a select, whose other case has a partner, too, and contains the potential bug. Whichever sender is not
// taken is left.
// bug: panic potential bug
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

	select {
	case <-x:
	// do stuff
	case <-a:
		panic("potential bug") // BUG
	}
}

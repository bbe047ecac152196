// select-based-fuzzing.md, "Improvement over original GFuzz": a select with 26 cases of which only those of `a`
// and `z` have a partner, and the case of `z` contains the bug. The channels have room for one, so that no sender
// is left.
// bug: panic bug in case z
// class: spec
// natural: 0/200 runs
package main

func main() {
	a := make(chan int, 1)
	b := make(chan int, 1)
	c := make(chan int, 1)
	d := make(chan int, 1)
	e := make(chan int, 1)
	f := make(chan int, 1)
	g := make(chan int, 1)
	h := make(chan int, 1)
	i := make(chan int, 1)
	j := make(chan int, 1)
	k := make(chan int, 1)
	l := make(chan int, 1)
	m := make(chan int, 1)
	n := make(chan int, 1)
	o := make(chan int, 1)
	p := make(chan int, 1)
	q := make(chan int, 1)
	r := make(chan int, 1)
	s := make(chan int, 1)
	t := make(chan int, 1)
	u := make(chan int, 1)
	v := make(chan int, 1)
	w := make(chan int, 1)
	x := make(chan int, 1)
	y := make(chan int, 1)
	z := make(chan int, 1)

	go func() {
		a <- 1
	}()

	go func() {
		z <- 1
	}()

	select {
	case <-a:
	// does not contain the bug
	case <-b:
	// does not contain the bug
	case <-c:
	// does not contain the bug
	case <-d:
	// does not contain the bug
	case <-e:
	// does not contain the bug
	case <-f:
	// does not contain the bug
	case <-g:
	// does not contain the bug
	case <-h:
	// does not contain the bug
	case <-i:
	// does not contain the bug
	case <-j:
	// does not contain the bug
	case <-k:
	// does not contain the bug
	case <-l:
	// does not contain the bug
	case <-m:
	// does not contain the bug
	case <-n:
	// does not contain the bug
	case <-o:
	// does not contain the bug
	case <-p:
	// does not contain the bug
	case <-q:
	// does not contain the bug
	case <-r:
	// does not contain the bug
	case <-s:
	// does not contain the bug
	case <-t:
	// does not contain the bug
	case <-u:
	// does not contain the bug
	case <-v:
	// does not contain the bug
	case <-w:
	// does not contain the bug
	case <-x:
	// does not contain the bug
	case <-y:
	// does not contain the bug
	case <-z:
		panic("bug in case z") // BUG
	default:
		// does not contain the bug
	}
}

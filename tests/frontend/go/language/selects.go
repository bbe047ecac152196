package main

import "fmt"

func fibs(n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		a, b := 0, 1
		for i := 0; i < n; i++ {
			c <- a
			a, b = b, a+b
		}
	}()
	return c
}

func merge(cs ...<-chan int) []int {
	out := []int{}
	for i := range cs {
		for v := range cs[i] {
			out = append(out, v)
		}
	}
	return out
}

func main() {
	for v := range fibs(8) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	fmt.Println(merge(fibs(3), fibs(2)))
	data, quit := make(chan int), make(chan bool)
	go func() {
		for i := 0; i < 3; i++ {
			fmt.Println("got", <-data)
		}
		quit <- true
	}()
	x := 1
loop:
	for {
		select {
		case data <- x:
			x *= 2
		case <-quit:
			fmt.Println("quit", x)
			break loop
		}
	}
	arr := [2]int{}
	m := map[string]int{}
	c := make(chan int, 3)
	c <- 5
	c <- 6
	c <- 7
	select {
	case arr[1] = <-c:
	}
	select {
	case m["k"] = <-c:
	default:
	}
	var ok bool
	select {
	case arr[0], ok = <-c:
	case v := <-quit:
		fmt.Println(v)
	}
	fmt.Println(arr, m, ok)
	select {
	case c <- 1:
		fmt.Println("sent")
	default:
		fmt.Println("full")
	}
	a, b := make(chan int, 1), make(chan int)
	a <- 1
	for i := 0; i < 2; i++ {
		select {
		case v := <-a:
			fmt.Println("a", v)
			a = nil
			close(b)
		case v, ok := <-b:
			fmt.Println("b", v, ok)
		}
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		select {
		case b <- 1:
		default:
		}
	}()
	chans := []chan int{make(chan int, 1), make(chan int, 1)}
	i := 0
	next := func() chan int { i++; return chans[i-1] }
	select {
	case next() <- 10:
		fmt.Println("first or second", i)
	case next() <- 20:
		fmt.Println("first or second", i)
	}
	sem := make(chan struct{}, 1)
	sem <- struct{}{}
	select {
	case sem <- struct{}{}:
		fmt.Println("no")
	default:
		<-sem
		fmt.Println("released", len(sem))
	}
	type pair struct {
		s string
		n []int
	}
	pc := make(chan pair, 1)
	pc <- pair{"p", []int{1, 2}}
	p := <-pc
	fmt.Println(p.s, p.n, len(pc))
	var ic = make(chan interface{}, 2)
	ic <- 3
	ic <- pair{"q", nil}
	fmt.Println(<-ic, <-ic)
	cc := make(chan chan int, 1)
	inner := make(chan int, 1)
	cc <- inner
	inner <- 9
	fmt.Println(<-<-cc)
}

// Output:
// 0 1 1 2 3 5 8 13
// [0 1 1 0 1]
// got 1
// got 2
// got 4
// quit 8
// [7 5] map[k:6] true
// sent
// a 1
// b 0 false
// send on closed channel
// first or second 2
// released 0
// p [1 2] 0
// 3 {q []}
// 9

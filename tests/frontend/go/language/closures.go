package main

import "fmt"

func counter() (func() int, func()) {
	n := 0
	return func() int { n++; return n }, func() { n = 100 }
}

func apply(f func(int) int, xs ...int) []int {
	out := []int{}
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func main() {
	next, set := counter()
	next()
	fmt.Println(next())
	set()
	fmt.Println(next())
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fs = nil
	for i := 0; i < 3; i++ {
		i := i
		fs = append(fs, func() int { i *= 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	for _, s := range []string{"a", "b"} {
		defer func() { fmt.Println("deferred", s) }()
	}
	k := 5
	fmt.Println(apply(func(x int) int { return x * k }, 1, 2, 3), apply(func(x int) int { k += x; return k }, []int{1, 2}...), k)
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(15))
	compose := func(f, g func(int) int) func(int) int { return func(x int) int { return f(g(x)) } }
	fmt.Println(compose(func(x int) int { return x + 1 }, func(x int) int { return x * 2 })(5))
	a, b := 1, 2
	swap := func() { a, b = b, a }
	swap()
	fmt.Println(a, b)
	st := struct{ n int }{1}
	inc := func() { st.n++ }
	inc()
	inc()
	fmt.Println(st.n)
	arr := [2]int{}
	func() { arr[1] = 3 }()
	fmt.Println(arr)
	func(xs ...string) { fmt.Println(len(xs), xs == nil) }()
}

// Output:
// 2
// 101
// 3 3 3 0 0 10 100 20 200
// [5 10 15] [6 8] 8
// 610
// 11
// 2 1
// 3
// [0 3]
// 0 true
// deferred b
// deferred b

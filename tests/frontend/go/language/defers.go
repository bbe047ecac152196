package main

import (
	"errors"
	"fmt"
)

func order() {
	for i := 0; i < 3; i++ {
		defer fmt.Print(i, " ")
	}
}

func named() (n int) {
	defer func() { n *= 2 }()
	n = 3
	return n + 1
}

func unnamed() int {
	n := 1
	defer func() { n = 50 }()
	return n
}

func multi() (a int, s string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("caught %v", r)
			s += "!"
		}
	}()
	a, s = 1, "set"
	panic("boom")
}

func repanic() {
	defer func() {
		r := recover()
		fmt.Println("first", r)
		panic(fmt.Sprint("again ", r))
	}()
	panic("one")
}

func nested() {
	defer func() { fmt.Println("outer recovers", recover()) }()
	defer func() {
		defer func() { fmt.Println("inner recovers", recover()) }()
		panic("in defer")
	}()
	panic("original")
}

func replaced() {
	defer func() { fmt.Println("got", recover()) }()
	defer func() { panic("second") }()
	panic("first")
}

func helper() interface{} { return recover() }

func indirect() {
	defer func() { fmt.Println("direct", recover()) }()
	defer func() { fmt.Println("indirect", helper()) }()
	panic("x")
}

func evaluated() {
	x := 1
	defer fmt.Println("value at defer:", x)
	x = 2
	defer func(v int) { fmt.Println("arg", v, "captured", x) }(x)
	x = 3
}

type T struct{ n int }

func (t T) show()   { fmt.Println("T", t.n) }
func (t *T) pshow() { fmt.Println("*T", t.n) }

func methods() {
	t := T{1}
	defer t.show()
	defer t.pshow()
	t.n = 2
}

func loop() (out []int) {
	for i := 0; i < 3; i++ {
		func() {
			defer func() {
				if recover() != nil {
					out = append(out, -i)
				}
			}()
			if i%2 == 1 {
				panic(i)
			}
			out = append(out, i)
		}()
	}
	return
}

func zero() (x int) {
	defer func() { recover() }()
	x = 7
	panic(1)
}

func zeroUnnamed() (int, string) {
	defer func() { recover() }()
	panic(1)
}

func main() {
	order()
	fmt.Println()
	fmt.Println(named(), unnamed())
	fmt.Println(multi())
	func() {
		defer func() { fmt.Println("then", recover()) }()
		repanic()
	}()
	nested()
	replaced()
	indirect()
	evaluated()
	methods()
	fmt.Println(loop())
	fmt.Println(zero())
	fmt.Println(zeroUnnamed())
	fmt.Println("no panic:", recover())
	e := errors.New("an error")
	func() {
		defer func() {
			err, ok := recover().(error)
			fmt.Println(err == e, ok)
		}()
		panic(e)
	}()
	defer fmt.Println("last")
	defer func() {
		defer func() { fmt.Println("nested recover", recover()) }()
		recover()
		panic("new")
	}()
	panic("end")
}

// Output:
// 2 1 0
// 8 1
// 1 set! caught boom
// first one
// then again one
// inner recovers in defer
// outer recovers original
// got second
// indirect <nil>
// direct x
// arg 2 captured 3
// value at defer: 1
// *T 2
// T 1
// [0 -1 2]
// 7
// 0
// no panic: <nil>
// true true
// nested recover new
// last

package main

import "fmt"

func classify(n int) string {
	switch {
	case n < 0:
		return "neg"
	case n == 0:
		return "zero"
	case n < 10:
		fallthrough
	case n < 5:
		return "small"
	default:
		return "big"
	}
}

func sideEffect(s string, b bool) bool {
	fmt.Print(s, " ")
	return b
}

func main() {
outer:
	for i := 0; i < 4; i++ {
		for j := 0; j < 4; j++ {
			if j == 2 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
	for _, n := range []int{-1, 0, 3, 7, 12} {
		fmt.Print(classify(n), " ")
	}
	fmt.Println()
	switch x := 5; x {
	case 1, 2, 3:
		fmt.Println("low")
	case 4, 5:
		fmt.Println("mid")
		if x == 5 {
			break
		}
		fmt.Println("unreachable")
	}
	switch {
	default:
		fmt.Println("default first")
	case false:
	}
	if sideEffect("a", true) || sideEffect("b", true) {
		fmt.Println("or")
	}
	if sideEffect("a", false) && sideEffect("b", true) {
	} else if sideEffect("c", true) && !sideEffect("d", false) {
		fmt.Println("else if")
	}
	ok := sideEffect("p", true) && (sideEffect("q", false) || sideEffect("r", true))
	ok = ok && !ok
	fmt.Println(ok)
	n := 0
	for n < 3 {
		n++
	}
	for {
		n++
		if n > 6 {
			break
		}
	}
	fmt.Println(n)
	x := 1
	{
		x := 2
		x++
		_ = x
	}
	if x := 10; x > 5 {
		fmt.Println("inner", x)
	}
	fmt.Println("outer", x)
loop:
	for {
		switch {
		case n > 3:
			n--
			continue loop
		case n == 3:
			break loop
		}
	}
	fmt.Println(n)
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fmt.Print(i, "-", j, " ")
	}
	fmt.Println()
	var arr [4]int
	for i := range arr {
		arr[i] = i * i
	}
	for i, v := range &arr {
		arr[3] = 100
		fmt.Print(i, v, " ")
	}
	for i, v := range arr {
		arr[3] = 200
		fmt.Print(i, v, " ")
	}
	fmt.Println()
	switch f := func(n int) bool { return n > 2 }; {
	case f(1):
		fmt.Println("no")
	case f(3):
		fmt.Println("yes")
	}
	var e interface{} = 3
	switch e {
	case "3":
		fmt.Println("string")
	case 3:
		fmt.Println("int")
	}
}

// Output:
// 0 0 0 1 1 0 1 1
// neg zero small small big
// mid
// default first
// a or
// a c d else if
// p q r false
// 7
// inner 10
// outer 1
// 3
// 0-10 1-8 2-6 3-4
// 0 0 1 1 2 4 3 100 0 0 1 1 2 4 3 100
// yes
// int

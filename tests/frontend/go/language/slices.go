package main

import "fmt"

func modify(s []int) { s[0] = 99 }
func grow(s []int) []int {
	s = append(s, 1)
	s[0] = 77
	return s
}

func main() {
	a := []int{1, 2, 3, 4, 5}
	b := a[1:3]
	b[0] = 20
	fmt.Println(a, b, len(b), cap(b))
	b = append(b, 30)
	fmt.Println(a, b)
	c := a[1:2:2]
	c = append(c, 1000)
	fmt.Println(a, c, cap(a[1:2:3]))
	modify(a)
	fmt.Println(a)
	d := make([]int, 2, 2)
	e := grow(d)
	fmt.Println(d, e)
	d = make([]int, 2, 10)
	e = grow(d)
	fmt.Println(d, e, d[:3])
	var n []int
	fmt.Println(n == nil, len(n), cap(n), n)
	n = append(n, a[:2]...)
	fmt.Println(n, n == nil)
	fmt.Println(copy(a, a[2:]), a)
	fmt.Println(copy(a[1:], a), a)
	x := [5]int{1, 2, 3}
	y := x[:]
	y[4] = 5
	fmt.Println(x, y[2:4], len(y[5:]))
	z := append([]int(nil), y...)
	z[0] = 0
	fmt.Println(y[0], z[0])
	ss := [][]int{{1}, {2, 3}, nil}
	ss[0] = append(ss[0], 9)
	ss[2] = append(ss[2], 8)
	fmt.Println(ss, len(ss[1]))
	for i, v := range a {
		if i == 0 {
			a = append(a, 100)
			a[1] = 500
		}
		fmt.Print(v, " ")
	}
	fmt.Println(len(a))
	caps := []int{}
	last := -1
	var g []int
	for i := 0; i < 600; i++ {
		g = append(g, i)
		if cap(g) != last && len(caps) < 9 {
			last = cap(g)
			caps = append(caps, last)
		}
	}
	fmt.Println(caps)
	keyed := []string{2: "c", 0: "a", 3: "d"}
	fmt.Printf("%q %d\n", keyed, len(keyed))
}

// Output:
// [1 20 3 4 5] [20 3] 2 4
// [1 20 3 30 5] [20 3 30]
// [1 20 3 30 5] [20 1000] 2
// [99 20 3 30 5]
// [0 0] [77 0 1]
// [77 0] [77 0 1] [77 0 1]
// true 0 0 []
// [99 20] false
// 3 [3 30 5 30 5]
// 4 [3 3 30 5 30]
// [1 2 3 0 5] [3 0] 0
// 1 0
// [[1 9] [2 3] [8]] 2
// 3 3 30 5 30 6
// [1 2 4 8 16 32 64 128 256]
// ["a" "" "c" "d"] 4

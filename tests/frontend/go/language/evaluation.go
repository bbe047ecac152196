package main

import "fmt"

func f(s string, v int) int { fmt.Print(s, " "); return v }

type T struct{ a, b int }

func pair() (int, string) { return 3, "three" }
func take(n int, s string, rest ...interface{}) {
	fmt.Println(n, s, rest)
}
func three() (int, string, bool) { return 1, "x", true }
func vari(args ...interface{})    { fmt.Println(len(args), args) }

func main() {
	x := f("a", 1) + f("b", 2)*f("c", 3)
	fmt.Println(x)
	arr := []int{f("0", 10), f("1", 11)}
	arr[f("i", 0)] = f("v", 5)
	fmt.Println(arr)
	i := 0
	i, arr[i] = 1, 9
	fmt.Println(i, arr)
	a, b, c := 1, 2, 3
	a, b, c = c, a, b
	fmt.Println(a, b, c)
	t := T{b: f("second", 2), a: f("first", 1)}
	fmt.Println(t)
	t.a, t.b = t.b, t.a
	fmt.Println(t)
	take(pair())
	n, s := pair()
	take(n, s, 1, "z")
	vari(three())
	var e interface{}
	e, _ = pair()
	fmt.Println(e)
	m := map[int]int{}
	m[f("k", 1)] += f("w", 4)
	m[1]++
	fmt.Println(m)
	p := &t
	p.a, p = 42, &T{7, 8}
	fmt.Println(t, *p)
	arr[0], arr[1] = arr[1], arr[0]
	fmt.Println(arr)
	var q, r = f("q", 1), f("r", 2)
	fmt.Println(q, r)
	s1 := []int{1, 2, 3}
	j := 1
	s1[j], j = 20, 2
	fmt.Println(s1, j)
	k := 2
	k, s1[k-1] = k*2, k*3
	fmt.Println(k, s1)
	var z = func() int { return f("z", 1) }() + func() int { return f("y", 2) }()
	fmt.Println(z)
	t = T{t.b, t.a}
	fmt.Println(t)
	ok := true
	ok = ok && !ok || ok
	fmt.Println(ok)
	u := [3]int{1, 2, 3}
	u = [3]int{u[2], u[1], u[0]}
	fmt.Println(u)
}

// Output:
// a b c 7
// 0 1 i v [5 11]
// 1 [9 11]
// 3 1 2
// second first {1 2}
// {2 1}
// 3 three []
// 3 three [1 z]
// 3 [1 x true]
// 3
// k w map[1:5]
// {42 1} {7 8}
// [11 9]
// q r 1 2
// [1 20 3] 2
// 4 [1 6 3]
// z y 3
// {1 42}
// true
// [3 2 1]

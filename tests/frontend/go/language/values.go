package main

import "fmt"

type point struct{ x, y int }
type line struct{ a, b point }

func change(l line) { l.a.x = 100 }
func swap(a *[3]int) { a[0], a[2] = a[2], a[0] }

func main() {
	l := line{point{1, 2}, point{3, 4}}
	m := l
	m.b.y = 9
	change(l)
	fmt.Println(l, m, l == m, l.a == point{1, 2})
	arr := [3]int{1, 2, 3}
	brr := arr
	brr[1] = 20
	swap(&arr)
	fmt.Println(arr, brr, arr == [3]int{3, 2, 1}, len(arr))
	p := &l.b
	p.x++
	q := &arr[1]
	*q = 7
	fmt.Println(l, arr)
	s := []point{{1, 2}, {3, 4}}
	for _, e := range s {
		e.x = 50
	}
	for i := range s {
		s[i].y *= 10
	}
	fmt.Println(s)
	grid := [2][3]int{{1, 2, 3}, {4, 5, 6}}
	i, j := 1, 2
	grid[i][j] += 10
	copyOf := grid
	grid[0][0] = -1
	fmt.Println(grid, copyOf, copyOf[i][j-1])
	mp := map[point]line{{1, 2}: l}
	v := mp[point{1, 2}]
	v.a.x = -5
	fmt.Println(mp[point{1, 2}].a.x, v.a.x, mp[point{0, 0}])
	pp := &point{5, 6}
	qq := pp
	qq.x = 8
	fmt.Println(*pp, pp == qq, *pp == *qq)
	ptrs := []*point{{1, 1}, {2, 2}}
	for _, e := range ptrs {
		e.x *= 3
	}
	fmt.Println(*ptrs[0], *ptrs[1])
	anon := struct {
		n string
		v []int
	}{"z", []int{1}}
	other := anon
	other.v[0] = 2
	other.n = "y"
	fmt.Println(anon, other)
}

// Output:
// {{1 2} {3 4}} {{1 2} {3 9}} false true
// [3 2 1] [1 20 3] true 3
// {{1 2} {4 4}} [3 7 1]
// [{1 20} {3 40}]
// [[-1 2 3] [4 5 16]] [[1 2 3] [4 5 16]] 5
// 1 -5 {{0 0} {0 0}}
// {8 6} true true
// {3 1} {6 2}
// {z [2]} {y [2]}

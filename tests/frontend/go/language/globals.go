package main

import "fmt"

var a = b + 1
var b = f()
var (
	table = map[string]int{"one": 1}
	list  = []int{a, b}
	p, q  = two()
	point struct{ x, y int }
	arr   [3]string
)
var counter int
var fn = func() int { counter++; return counter }

func f() int          { fmt.Println("f called"); return 10 }
func two() (int, error) { return 2, nil }
func init()           { fmt.Println("init 1", a, b); point.x = 5 }
func init()           { fmt.Println("init 2"); arr[1] = "mid" }

func main() {
	fmt.Println(a, b, table, list, p, q, point, arr)
	fn()
	fmt.Println(fn(), counter)
	ptr := &counter
	*ptr += 10
	px := &point
	px.y = 6
	i := 2
	arr[i] = "end"
	fmt.Println(counter, point, arr, len(arr[i]))
	point.x, point.y = point.y, point.x
	fmt.Println(point)
	c := point
	c.x = 0
	fmt.Println(point, c)
	table["two"] = 2
	list = append(list, 3)
	fmt.Println(len(table), list)
	sl := arr[:]
	sl[0] = "start"
	fmt.Println(arr)
}

// Output:
// f called
// init 1 11 10
// init 2
// 11 10 map[one:1] [11 10] 2 <nil> {5 0} [ mid ]
// 2 2
// 12 {5 6} [ mid end] 3
// {6 5}
// {6 5} {0 5}
// 2 [11 10 3]
// [start mid end]

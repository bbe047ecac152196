package main

import "fmt"

type Color int

const (
	Red Color = iota
	Green
	Blue
)

func (c Color) String() string { return [...]string{"R", "G", "B"}[c] }

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
)

const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)

type Weekday uint8

const (
	Sunday Weekday = iota + 1
	Monday
)

const pi = 3.14159
const name, size = "go", len("hello")

func main() {
	fmt.Println(Red, Green, Blue, KB, MB)
	fmt.Println(a, b, c, d, e, f)
	fmt.Println(Sunday, Monday, pi*2, name, size)
	fmt.Printf("%v %d %s %T\n", Blue, Blue, Green, Red)
	var x float32 = 1 / 3.0
	var y float64 = 1 / 3.0
	fmt.Println(x, y, 1e21, 1e20, 1e-5, 0.0001, 100000.0, 3.0)
	const big = 1 << 62
	fmt.Println(big>>60, uint8(big>>55), 5.0 == 5)
	const typed int32 = 7
	fmt.Printf("%T %T %T %T %T\n", typed, 1.5, 'x', "s", 2)
	fmt.Println(x*x, float32(0.1)+float32(0.2), 0.1+0.2, y*3)
	const h = "const" + " str"
	fmt.Println(h[2], len(h))
	m := map[Color]string{Red: "red"}
	fmt.Println(m)
}

// Output:
// R G B 1024 1048576
// 0 0 1 10 3 30
// 1 2 6.28318 go 5
// B 2 G main.Color
// 0.33333334 0.3333333333333333 1e+21 1e+20 1e-05 0.0001 100000 3
// 4 128 true
// int32 float64 int32 string int
// 0.11111112 0.3 0.3 1
// 110 9
// map[R:red]

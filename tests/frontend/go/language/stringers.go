package main

import (
	"errors"
	"fmt"
	"time"
)

type Level int

func (l Level) String() string { return fmt.Sprintf("L%d", int(l)) }

type Point struct{ X, Y int }

func (p Point) String() string { return fmt.Sprint("(", p.X, ",", p.Y, ")") }

type Ptr struct{ n int }

func (p *Ptr) String() string { return "ptr" }

type Holder struct {
	L Level
	P Point
	l Level
	E error
}

type Fail struct{ why string }

func (f Fail) Error() string { return "fail: " + f.why }

func main() {
	fmt.Println(Level(3), []Level{1, 2}, map[Level]Point{1: {1, 2}}, Point{3, 4}, &Point{5, 6})
	fmt.Println(Ptr{1}, &Ptr{2}, []*Ptr{}, [2]Level{7, 8})
	h := Holder{1, Point{1, 2}, 3, Fail{"x"}}
	fmt.Println(h)
	fmt.Printf("%v %+v %d %s\n", h, h, Level(4), Level(5))
	fmt.Printf("%d %v %x %q\n", Point{1, 2}, Point{1, 2}, Level(10), Level(1))
	fmt.Println([]error{errors.New("a"), Fail{"b"}, nil})
	var np *Point
	var ne error = Fail{"direct"}
	fmt.Println(np == nil, ne, interface{}(ne))
	fmt.Printf("%v|%5v|%-6v|%s\n", Level(1), Level(2), Level(3), []Level{4})
	fmt.Print(Level(1), Level(2), "s", Level(3), "\n")
	fmt.Println(2*time.Second+500*time.Millisecond, []time.Duration{time.Minute})
	defer func() {
		r := recover()
		fmt.Println(r, fmt.Sprintf("%v %T", r, r))
	}()
	panic(Fail{"panicked"})
}

// Output:
// L3 [L1 L2] map[L1:(1,2)] (3,4) (5,6)
// {1} ptr [] [L7 L8]
// {L1 (1,2) 3 fail: x}
// {L1 (1,2) 3 fail: x} {L:L1 P:(1,2) l:3 E:fail: x} 4 L5
// {1 2} (1,2) 4c3130 "L1"
// [a fail: b <nil>]
// true fail: direct fail: direct
// L1|   L2|L3    |[L4]
// L1 L2sL3
// 2.5s [1m0s]
// fail: panicked fail: panicked main.Fail

package main

import (
	"errors"
	"fmt"
	"os"
)

type P struct {
	X, Y int
	N    *int
	S    []string
	M    map[string]bool
	E    error
	I    interface{}
}
type inner struct{ v int }
type outer struct {
	inner
	p *inner
}

func main() {
	p := P{X: 1, Y: 2, S: []string{"a", "b"}, M: map[string]bool{"z": true, "a": false}, I: 5}
	fmt.Printf("%v\n%+v\n", p, p)
	fmt.Println(&inner{3}, []inner{{1}, {2}}, &[]int{1}, &map[string]int{"a": 1})
	fmt.Printf("%v %+v %T\n", outer{inner{1}, nil}, outer{inner{1}, nil}, outer{})
	fmt.Printf("%t %v %5t|%q|%v|%c|%x|%X\n", true, false, true, "a\"b", 'x', 'y', "hello", []byte("hi"))
	fmt.Printf("%f %.2f %8.3f|%-8.1f|%e %g %v\n", 3.14159, 3.14159, 3.14159, 3.14159, 12345.678, 0.5, 1e100)
	fmt.Printf("%3d|%-3d|%03d|%x|%+d|%d\n", 7, 7, 7, -255, 5, []int{1, 2})
	fmt.Printf("%s %v %d\n", errors.New("err"), errors.New("err2"), 5)
	fmt.Printf("%d %s\n", "str", 5)
	fmt.Printf("%d\n", 1, 2)
	fmt.Printf("%d %d\n", 1)
	fmt.Printf("%!\n")
	fmt.Printf("100%%|%v|%s\n", nil, nil)
	fmt.Printf("%T %T %T %T %T %T\n", 1, "s", []int{}, map[string]bool{}, p, &p)
	fmt.Printf("%T %T %T %T\n", func(int) string { return "" }, make(chan int), errors.New(""), struct{ a int }{})
	fmt.Printf("%*d|%-*d|\n", 5, 42, 4, 7)
	fmt.Printf("%6.2f|%6s|%-6s|%06d\n", 1.5, "ab", "cd", -12)
	fmt.Printf("%q %v %s\n", []string{"a b", "c"}, []string{"a b", "c"}, []string{"x"})
	fmt.Printf("%#v %#v %#v %#v\n", 1, "s", []int{1, 2}, inner{3})
	fmt.Print("a", "b", 1, 2, "c", 3.5, true, "\n")
	fmt.Print(1, 2, errors.New("e"), "x", nil, "\n")
	s := fmt.Sprint("x", 1, 2, "y") + fmt.Sprintln("end", 3) + fmt.Sprintf("%03d", 9)
	fmt.Println(s, len(s))
	fmt.Println([]byte("ab"), [2]bool{true}, struct{}{}, []interface{}{1, "a", nil})
	fmt.Println(int8(-5), uint8(200), 'a', 1.0, 2.5, float32(0.1), 1e6, 1e-7, 123456789.0)
	var np *inner
	var ni interface{}
	var ne error
	fmt.Println(np, ni, ne, []int(nil), map[string]int(nil))
	fmt.Fprintln(os.Stdout, "to stdout", 1)
	fmt.Fprintf(os.Stdout, "%s-%d\n", "f", 2)
	fmt.Printf("%v %v\n", [][]int{{1}, {2, 3}}, map[int][]string{1: {"a"}})
	fmt.Printf("%x %o %b %08b %U\n", 3735928559, 64, 10, 10, 0x4E16)
	fmt.Printf("%5v|%-5v|%5v|%v\n", 1, 2, "s", true)
}

// Output:
// {1 2 <nil> [a b] map[a:false z:true] <nil> 5}
// {X:1 Y:2 N:<nil> S:[a b] M:map[a:false z:true] E:<nil> I:5}
// &{3} [{1} {2}] &[1] &map[a:1]
// {{1} <nil>} {inner:{v:1} p:<nil>} main.outer
// true false  true|"a\"b"|120|y|68656c6c6f|6869
// 3.141590 3.14    3.142|3.1     |1.234568e+04 0.5 1e+100
//   7|7  |007|-ff|+5|[1 2]
// err err2 5
// %!d(string=str) %!s(int=5)
// 1
// %!(EXTRA int=2)1 %!d(MISSING)
// %!!(MISSING)
// 100%|<nil>|%!s(<nil>)
// int string []int map[string]bool main.P *main.P
// func(int) string chan int *errors.errorString struct { a int }
//    42|7   |
//   1.50|    ab|cd    |-00012
// ["a b" "c"] [a b c] [x]
// 1 "s" []int{1, 2} main.inner{v:3}
// ab1 2c3.5 true
// 1 2 ex<nil>
// x1 2yend 3
// 009 14
// [97 98] [true false] {} [1 a <nil>]
// -5 200 97 1 2.5 0.1 1e+06 1e-07 1.23456789e+08
// <nil> <nil> <nil> [] map[]
// to stdout 1
// f-2
// [[1] [2 3]] map[1:[a]]
// deadbeef 100 1010 00001010 U+4E16
//     1|2    |    s|true

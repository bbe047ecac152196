package main

import (
	"fmt"
	"runtime"
)

type node struct{ next *node }
type I interface{ M() }
type impl struct{}

func (impl) M() {}

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, isRuntime := r.(runtime.Error)
		fmt.Println(name, "->", r, isRuntime)
	}()
	f()
	fmt.Println(name, "fine")
}

func main() {
	var p *node
	var s []int
	var m map[string]int
	var i I
	var f func()
	var any interface{} = "text"
	zero := 0
	idx := 5
	try("nil field", func() { _ = p.next.next })
	try("index", func() { _ = s[idx] })
	try("index 2", func() { s = make([]int, 3); s[idx] = 1 })
	try("negative", func() { idx = -1; _ = s[idx] })
	try("nil map", func() { m["a"] = 1 })
	try("divide", func() { fmt.Println(1 / zero) })
	try("modulo", func() { fmt.Println(1 % zero) })
	try("nil interface", func() { i.M() })
	try("nil func", func() { f() })
	try("assert", func() { fmt.Println(any.(int)) })
	try("assert ok", func() { n, ok := any.(int); fmt.Println(n, ok) })
	try("assert iface", func() { any.(I).M() })
	try("assert nil", func() { any = nil; fmt.Println(any.(string)) })
	try("assert good", func() { any = impl{}; any.(I).M() })
	try("slice bounds", func() { idx = 10; _ = s[1:idx] })
	try("slice bounds 2", func() { idx = 2; _ = s[idx:1] })
	try("string index", func() { idx = 9; _ = "abc"[idx] })
	try("string slice", func() { idx = 9; _ = "abc"[1:idx] })
	try("array", func() { var a [3]int; idx = 3; a[idx%4]++ })
	try("custom", func() { panic(fmt.Sprintf("%d", 3)) })
	try("struct", func() { panic(struct{ a int }{3}) })
	try("makeslice", func() { idx = -1; _ = make([]int, idx) })
	try("compare", func() { var a, b interface{} = []int{1}, []int{1}; fmt.Println(a == b) })
	try("shift", func() { idx = -1; fmt.Println(1 << idx) })
	try("close nil", func() { var c chan int; close(c) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("nil deref", func() { var q *int; *q = 3 })
	try("nil array", func() { var q *[3]int; fmt.Println(len(q)); fmt.Println(q[1]) })
}

// Output:
// nil field -> runtime error: invalid memory address or nil pointer dereference true
// index -> runtime error: index out of range [5] with length 0 true
// index 2 -> runtime error: index out of range [5] with length 3 true
// negative -> runtime error: index out of range [-1] true
// nil map -> assignment to entry in nil map true
// divide -> runtime error: integer divide by zero true
// modulo -> runtime error: integer divide by zero true
// nil interface -> runtime error: invalid memory address or nil pointer dereference true
// nil func -> runtime error: invalid memory address or nil pointer dereference true
// assert -> interface conversion: interface {} is string, not int true
// 0 false
// assert ok fine
// assert ok -> <nil> false
// assert iface -> interface conversion: string is not main.I: missing method M true
// assert nil -> interface conversion: interface {} is nil, not string true
// assert good fine
// assert good -> <nil> false
// slice bounds -> runtime error: slice bounds out of range [:10] with capacity 3 true
// slice bounds 2 -> runtime error: slice bounds out of range [2:1] true
// string index -> runtime error: index out of range [9] with length 3 true
// string slice -> runtime error: slice bounds out of range [:9] with length 3 true
// array -> runtime error: index out of range [3] with length 3 true
// custom -> 3 false
// struct -> {3} false
// makeslice -> runtime error: makeslice: len out of range true
// compare -> runtime error: comparing uncomparable type []int true
// shift -> runtime error: negative shift amount true
// close nil -> close of nil channel true
// close twice -> close of closed channel true
// send closed -> send on closed channel true
// nil deref -> runtime error: invalid memory address or nil pointer dereference true
// 3
// nil array -> runtime error: invalid memory address or nil pointer dereference true

package main

import (
	"errors"
	"fmt"
)

type Speaker interface{ Speak() string }
type Namer interface{ Name() string }
type Both interface {
	Speaker
	Namer
}
type Dog struct{ name string }

func (d Dog) Speak() string  { return d.name + " barks" }
func (d *Dog) Name() string  { return d.name }
func (d *Dog) Rename(n string) { d.name = n }

type Num int

func (n Num) Speak() string { return fmt.Sprint("number ", int(n)) }

type Fn func() string

func (f Fn) Speak() string { return f() }

type MyErr struct{ code int }

func (e *MyErr) Error() string { return fmt.Sprintf("code %d", e.code) }

type Str string

func (s Str) String() string { return "<" + string(s) + ">" }

func find(fail bool) error {
	var e *MyErr
	if fail {
		e = &MyErr{5}
		return e
	}
	return nil
}

func typedNil() error {
	var e *MyErr
	return e
}

func kind(v interface{}) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("integer %v", x)
	case string:
		return "string " + x
	case []int:
		return fmt.Sprint("slice ", len(x))
	case error:
		return "error " + x.Error()
	case Speaker:
		return "speaker " + x.Speak()
	case func() int:
		return fmt.Sprint("func ", x())
	case map[string]int:
		return fmt.Sprint("map ", x["a"])
	case *int:
		return fmt.Sprint("ptr ", *x)
	default:
		return fmt.Sprintf("other %T", x)
	}
}

func main() {
	d := Dog{"rex"}
	var s Speaker = d
	d.name = "max"
	fmt.Println(s.Speak(), d.Speak())
	s = &d
	d.Rename("bob")
	fmt.Println(s.Speak())
	for _, sp := range []Speaker{Num(4), Fn(func() string { return "fn" }), &d} {
		fmt.Println(sp.Speak())
	}
	if b, ok := s.(Both); ok {
		fmt.Println("both", b.Name())
	}
	_, ok := Speaker(Num(1)).(Namer)
	fmt.Println(ok)
	err := find(true)
	var me *MyErr
	fmt.Println(err, errors.As(err, &me), me.code, find(false) == nil, typedNil() == nil)
	wrapped := fmt.Errorf("ctx: %w", err)
	fmt.Println(wrapped, errors.Unwrap(wrapped) == err, errors.Is(wrapped, err))
	x := 3
	for _, v := range []interface{}{nil, 1, int64(2), "s", []int{1}, err, Num(7), func() int { return 9 }, map[string]int{"a": 1}, &x, 1.5, Dog{"a"}, struct{}{}, [2]bool{}} {
		fmt.Println(kind(v))
	}
	var a, b interface{} = 1, 1.0
	fmt.Println(a == b, a == 1, b == 1.0, a != nil, Speaker(Num(3)) == Speaker(Num(3)), interface{}(Dog{"x"}) == interface{}(Dog{"x"}))
	fmt.Println(Str("hi"), Num(3), []Str{"a"}, d)
	fmt.Printf("%v %s %d %T %T %v\n", Str("x"), Str("y"), Num(4), err, s, &d)
	f := s.Speak
	d.Rename("zed")
	g := d.Speak
	h := (*Dog).Name
	k := Dog.Speak
	d.Rename("last")
	fmt.Println(f(), g(), h(&d), k(d), Speaker.Speak(s))
}

// Output:
// rex barks max barks
// bob barks
// number 4
// fn
// bob barks
// both bob
// false
// code 5 true 5 true false
// ctx: code 5 true true
// nil
// integer 1
// integer 2
// string s
// slice 1
// error code 5
// speaker number 7
// func 9
// map 1
// ptr 3
// other float64
// speaker a barks
// other struct {}
// other [2]bool
// false true true true true true
// <hi> 3 [<a>] {bob}
// <x> <y> 4 *main.MyErr *main.Dog &{bob}
// last barks zed barks last last barks last barks

package main

import "fmt"

type acc struct{ total int }

func (a *acc) add(n int) int   { a.total += n; return a.total }
func (a acc) get() int         { return a.total }
func (a acc) with(n int) acc   { a.total = n; return a }

type op func(int, int) int

func (o op) do(a, b int) int { return o(a, b) }

type list []int

func (l list) sum() (s int) {
	for _, v := range l {
		s += v
	}
	return
}

type dict map[string]int

func (d dict) set(k string, v int) dict { d[k] = v; return d }

type getter interface{ get() int }
type node struct {
	val  int
	next *node
}

func (n *node) len() int {
	if n == nil {
		return 0
	}
	return 1 + n.next.len()
}

func run(fs ...func(int) int) (out []int) {
	for i, f := range fs {
		out = append(out, f(i+1))
	}
	return
}

type pairs struct{ a, b acc }

func mk() pairs { return pairs{acc{1}, acc{2}} }

func main() {
	a := acc{}
	add := a.add
	get := a.get
	add(5)
	fmt.Println(add(6), get(), a.get(), a.with(100).get(), a.total)
	fmt.Println(run(a.add, (&a).add, func(n int) int { return -n }))
	fmt.Println(op(func(a, b int) int { return a * b }).do(6, 7), list{1, 2, 3}.sum(), dict{}.set("a", 1).set("b", 2))
	var n *node
	fmt.Println(n.len(), (&node{1, &node{2, nil}}).len())
	var g getter = a
	a.add(1000)
	fmt.Println(g.get(), a.get())
	g = &a
	a.add(1)
	fmt.Println(g.get())
	f := getter.get
	fmt.Println(f(g), acc.get(a), (*acc).get(&a), (*acc).add(&a, 1))
	arr := [3]acc{}
	arr[1].add(3)
	s := arr[:]
	s[2].add(4)
	for i := range s {
		s[i].add(10)
	}
	m := map[string]*acc{"x": {1}}
	m["x"].add(41)
	fmt.Println(arr, m["x"].total, mk().b.get())
	st := struct {
		acc
		f func() int
	}{acc{9}, get}
	st.add(1)
	fmt.Println(st.get(), st.f())
	fn := func() func(int) int { return st.add }
	fmt.Println(fn()(5), st.total)
	defer func(f func() int) { fmt.Println("deferred", f()) }(a.get)
	a.total = 0
	p := &st
	q := &p
	fmt.Println((*q).get(), (**q).acc.total)
}

// Output:
// 11 0 11 100 11
// [12 14 -3]
// 42 6 map[a:1 b:2]
// 0 2
// 14 1014
// 1015
// 1015 1015 1015 1016
// [{10} {13} {14}] 42 2
// 10 0
// 15 15
// 15 15
// deferred 1016

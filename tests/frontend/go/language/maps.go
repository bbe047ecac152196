package main

import (
	"fmt"
	"sort"
)

type key struct {
	a int
	b string
}

func main() {
	m := make(map[string]int)
	m["x"]++
	m["y"] += 5
	v, ok := m["z"]
	fmt.Println(m, len(m), v, ok)
	if v, ok := m["y"]; ok {
		fmt.Println("found", v)
	}
	delete(m, "x")
	delete(m, "nothing")
	_, ok = m["x"]
	fmt.Println(ok, len(m))
	k := map[key][]int{{1, "a"}: {1}, {2, "b"}: {2, 3}}
	k[key{1, "a"}] = append(k[key{1, "a"}], 7)
	fmt.Println(k[key{1, "a"}], k[key{2, "b"}], k[key{3, "c"}] == nil)
	big := map[int]int{}
	for i := 0; i < 100; i++ {
		big[i*7%101] = i
	}
	sum := 0
	for a, b := range big {
		sum += a * b
	}
	fmt.Println(len(big), sum)
	for a := range big {
		if a%2 == 0 {
			delete(big, a)
		}
	}
	keys := []int{}
	for a := range big {
		keys = append(keys, a)
	}
	sort.Ints(keys)
	fmt.Println(len(keys), keys[:5])
	var nilmap map[string]int
	fmt.Println(nilmap["q"], len(nilmap), nilmap == nil)
	delete(nilmap, "q")
	for range nilmap {
		fmt.Println("never")
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		nilmap["a"] = 1
	}()
	any := map[interface{}]string{1: "int", "1": "string", 1.5: "float", key{1, "x"}: "key", nil: "nil"}
	fmt.Println(any[1], any["1"], any[1.5], any[key{1, "x"}], any[nil], any[int8(1)] == "")
	func() {
		defer func() { fmt.Println(recover()) }()
		any[[]int{1}] = "no"
	}()
	nested := map[string]map[string]bool{"a": {"b": true}}
	fmt.Println(nested["a"]["b"], nested["c"]["d"])
	fs := map[string]func(int) int{"dbl": func(i int) int { return 2 * i }}
	fmt.Println(fs["dbl"](21))
	alias := m
	alias["new"] = 1
	fmt.Println(m)
	f := map[float64]bool{0.5: true}
	fmt.Println(f[0.5], f[1])
}

// Output:
// map[x:1 y:5] 2 0 false
// found 5
// false 1
// [1 7] [2 3] true
// 100 256129
// 50 [1 3 5 7 9]
// 0 0 true
// assignment to entry in nil map
// int string float key nil true
// runtime error: hash of unhashable type []int
// true false
// 42
// map[new:1 y:5]
// true false

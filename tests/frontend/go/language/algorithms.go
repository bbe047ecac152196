package main

import (
	"fmt"
	"sort"
	"strings"
)

type tree struct {
	left, right *tree
	v           int
}

func (t *tree) insert(v int) *tree {
	if t == nil {
		return &tree{v: v}
	}
	if v < t.v {
		t.left = t.left.insert(v)
	} else {
		t.right = t.right.insert(v)
	}
	return t
}

func (t *tree) walk(f func(int)) {
	if t != nil {
		t.left.walk(f)
		f(t.v)
		t.right.walk(f)
	}
}

type stack []int

func (s *stack) push(v int) { *s = append(*s, v) }
func (s *stack) pop() int {
	old := *s
	v := old[len(old)-1]
	*s = old[:len(old)-1]
	return v
}
func (s stack) Len() int { return len(s) }

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type matrix [2][2]int

func (a matrix) mul(b matrix) (c matrix) {
	for i := range a {
		for j := range b[0] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return
}

func primes(n int) []int {
	sieve := make([]bool, n+1)
	var out []int
	for i := 2; i <= n; i++ {
		if sieve[i] {
			continue
		}
		out = append(out, i)
		for j := i * i; j <= n; j += i {
			sieve[j] = true
		}
	}
	return out
}

func hanoi(n int, a, b, c string, moves *int) {
	if n == 0 {
		return
	}
	hanoi(n-1, a, c, b, moves)
	*moves++
	hanoi(n-1, c, b, a, moves)
}

func perms(xs []int, f func([]int)) {
	var rec func(int)
	rec = func(i int) {
		if i == len(xs) {
			f(xs)
			return
		}
		for j := i; j < len(xs); j++ {
			xs[i], xs[j] = xs[j], xs[i]
			rec(i + 1)
			xs[i], xs[j] = xs[j], xs[i]
		}
	}
	rec(0)
}

func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h ^= uint32(s[i])
		h *= 16777619
	}
	return h
}

func main() {
	var t *tree
	for _, v := range []int{5, 2, 8, 1, 9, 3} {
		t = t.insert(v)
	}
	t.walk(func(v int) { fmt.Print(v, " ") })
	fmt.Println()
	var s stack
	s.push(1)
	s.push(2)
	s.push(3)
	fmt.Println(s.pop(), s.pop(), s.Len(), s)
	words := byLen{"ccc", "a", "bb", "dddd"}
	sort.Sort(words)
	fmt.Println(words)
	m := matrix{{1, 1}, {1, 0}}
	r := matrix{{1, 0}, {0, 1}}
	for i := 0; i < 10; i++ {
		r = r.mul(m)
	}
	fmt.Println(r)
	fmt.Println(primes(40))
	moves := 0
	hanoi(8, "a", "b", "c", &moves)
	fmt.Println(moves)
	count := 0
	perms([]int{1, 2, 3, 4}, func(p []int) {
		if p[0] < p[3] {
			count++
		}
	})
	fmt.Println(count)
	fmt.Println(hash("hello"), hash(""))
	freq := map[rune]int{}
	for _, c := range "mississippi" {
		freq[c]++
	}
	keys := make([]string, 0)
	for k, v := range freq {
		keys = append(keys, fmt.Sprintf("%c%d", k, v))
	}
	sort.Strings(keys)
	fmt.Println(strings.Join(keys, ","), strings.Repeat("ab", 3), strings.Contains("seafood", "foo"))
	a, b := 1071, 462
	for b != 0 {
		a, b = b, a%b
	}
	fmt.Println(a)
	var x uint64 = 88172645463325252
	for i := 0; i < 5; i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	fmt.Println(x, x%1000)
	var sb strings.Builder
	for i := 3; i > 0; i-- {
		fmt.Fprintf(&sb, "%d...", i)
	}
	sb.WriteString("go")
	fmt.Println(sb.String(), sb.Len(), strings.Split("a,b,c", ","), strings.ToUpper("abc"), strings.Fields(" x  y "))
}

// Output:
// 1 2 3 5 8 9
// 3 2 1 [1]
// [a bb ccc dddd]
// [[89 55] [55 34]]
// [2 3 5 7 11 13 17 19 23 29 31 37]
// 255
// 12
// 1335831723 2166136261
// i4,m1,p2,s4 ababab true
// 21
// 8204724074003728306 306
// 3...2...1...go 14 [a b c] ABC [x y]

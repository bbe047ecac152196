package main

import "fmt"

func main() {
	s := "héllo, 世界"
	fmt.Println(len(s), s[1], s[0:2] == "h\xc3", s[7:])
	for i, r := range s {
		fmt.Print(i, ":", string(r), " ")
	}
	fmt.Println()
	for i := range "abc" {
		fmt.Print(i)
	}
	fmt.Println()
	bad := "a\xffb"
	for i, r := range bad {
		fmt.Print(i, " ", r, ";")
	}
	fmt.Println()
	b := []byte("abc")
	b[0] = 'X'
	b = append(b, "def"...)
	fmt.Println(string(b), b, len([]rune(s)), string([]rune(s)[1]), string(rune(65)))
	fmt.Println("a" < "b", "a" < "B", "abc" < "abd", "" < "a", "b" >= "b")
	t := ""
	for i := 0; i < 3; i++ {
		t += string(rune('a' + i))
	}
	t += `raw\n`
	fmt.Println(t, "tab\there", "\u00e9\x41\101")
	n := copy(b[1:], "ZZ")
	fmt.Println(n, string(b))
	fmt.Printf("%s|%q|%v|%x|%10s|%-10s|%.2s|%c\n", s, s, s, "hi", "r", "l", "long", '世')
	switch {
	case s > "i":
		fmt.Println("more")
	case s > "h":
		fmt.Println("this")
	}
}

// Output:
// 14 195 true  世界
// 0:h 1:é 3:l 4:l 5:o 6:, 7:  8:世 11:界
// 012
// 0 97;1 65533;2 98;
// Xbcdef [88 98 99 100 101 102] 9 é A
// true false true true true
// abcraw\n tab	here éAA
// 2 XZZdef
// héllo, 世界|"héllo, 世界"|héllo, 世界|6869|         r|l         |lo|世
// this

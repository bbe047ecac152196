package main

import "fmt"

func main() {
	var a int8 = 127
	a++
	var b uint8 = 0
	b--
	var c int16 = -32768
	c = -c
	var d uint32 = 1 << 31
	d <<= 1
	var e int32 = 1 << 30
	e *= 4
	var f int64 = 9223372036854775807
	f += 1
	var g uint64
	g -= 1
	fmt.Println(a, b, c, d, e, f, g)
	fmt.Println(-7/2, -7%2, 7/-2, 7%-2)
	x, y := -7, 2
	fmt.Println(x/y, x%y, x>>1, uint8(x), uint16(x), int8(300&0x0f-44), x&^3, x|1, x^5, ^x)
	var sh uint = 70
	fmt.Println(1<<sh == 0, x>>sh, uint32(1)<<31>>31, int32(-1)>>31)
	big := 300
	fl := 3.99
	fmt.Println(int8(big), uint8(big), int32(int64(big)<<33+5))
	var u uint = 3
	fmt.Println(u-4 > 0, uint64(1)<<63/3)
	min := int64(-9223372036854775808)
	m1 := int64(-1)
	fmt.Println(min/m1, min%m1)
	const k = 1 << 100 >> 98
	fmt.Println(k, 'a'+1, "s"+"t", 0x1F, 0b101, 0o17, 1_000)
	fmt.Println(float64(7)/2, 7/2, 7/2.0, int(fl), int(-fl))
	var i8 int8 = -128
	fmt.Println(-i8, i8/-1, i8*i8)
	fmt.Printf("%d %x %X %o %b %c %U %08b %+d %5d|%-5d|%05d\n", 42, 255, 255, 8, 5, 'x', 0x1F600, 5, 3, 42, 42, -42)
}

// Output:
// -128 255 -32768 0 0 -9223372036854775808 18446744073709551615
// -3 -1 -3 1
// -3 -1 -4 249 65529 -32 -8 -7 -4 6
// true -1 1 -1
// 44 44 5
// true 3074457345618258602
// -9223372036854775808 0
// 4 98 st 31 5 15 1000
// 3.5 3 3.5 3 -3
// -128 -128 0
// 42 ff FF 10 101 x U+1F600 00000101 +3    42|42   |-0042

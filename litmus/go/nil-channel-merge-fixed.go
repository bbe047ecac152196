// The loop ends when both are nil.
// bug: none
// class: nil-channel
package main

import "fmt"

func stream(values ...int) <-chan int {
	out := make(chan int, 2)
	for _, v := range values {
		out <- v
	}
	close(out)
	return out
}

func merge(a, b <-chan int) (all []int) {
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
			} else {
				all = append(all, v)
			}
		case v, ok := <-b:
			if !ok {
				b = nil
			} else {
				all = append(all, v)
			}
		}
	}
	return all
}

func main() {
	fmt.Println(len(merge(stream(1, 3), stream(2))))
}

// A merge of two streams sets each to nil when it is closed, but is left only if both are closed in the same turn:
// a select of nil channels only waits for ever.
// bug: deadlock all goroutines are asleep
// class: nil-channel
// natural: 200/200 runs
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
	for {
		closed := 0
		select { // BUG
		case v, ok := <-a:
			if !ok {
				a = nil
				closed++
			} else {
				all = append(all, v)
			}
		case v, ok := <-b:
			if !ok {
				b = nil
				closed++
			} else {
				all = append(all, v)
			}
		}
		if closed == 2 {
			return all
		}
	}
}

func main() {
	fmt.Println(len(merge(stream(1, 3), stream(2))))
}

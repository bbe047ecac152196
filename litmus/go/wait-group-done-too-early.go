// Done is called before the result is stored, so that Wait does not order the two.
// bug: race squares
// class: wait-group
// natural: 200/200 runs with -race
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	squares := make([]int, 2)
	for i := range squares {
		wg.Add(1)
		go func(i int) {
			wg.Done()
			squares[i] = i * i // BUG
		}(i)
	}
	wg.Wait()
	fmt.Println(squares[0] + squares[1]) // BUG
}

// Done is deferred to the end.
// bug: none
// class: wait-group
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
			defer wg.Done()
			squares[i] = i * i
		}(i)
	}
	wg.Wait()
	fmt.Println(squares[0] + squares[1])
}

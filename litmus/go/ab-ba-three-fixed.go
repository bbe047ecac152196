// The last worker takes them in the other order.
// bug: none
// class: ab-ba
package main

import (
	"fmt"
	"sync"
)

var tools [3]sync.Mutex
var used [3]int

func work(first, second int) {
	tools[first].Lock()
	tools[second].Lock()
	used[first]++
	used[second]++
	tools[second].Unlock()
	tools[first].Unlock()
}

func main() {
	var wg sync.WaitGroup
	wg.Add(3)
	for i := 0; i < 3; i++ {
		go func(i int) {
			defer wg.Done()
			if i == 2 {
				work(0, 2)
			} else {
				work(i, i+1)
			}
		}(i)
	}
	wg.Wait()
	fmt.Println(used)
}

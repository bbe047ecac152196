// Three workers each take the tool on their left, then the one on their right: a cycle of three.
// bug: deadlock all goroutines are asleep
// class: ab-ba
// natural: 0/200 runs
package main

import (
	"fmt"
	"sync"
)

var tools [3]sync.Mutex
var used [3]int

func work(first, second int) {
	tools[first].Lock()
	tools[second].Lock() // BUG
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
			work(i, (i+1)%3)
		}(i)
	}
	wg.Wait() // BUG
	fmt.Println(used)
}

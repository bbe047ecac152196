// The collector is not in the group, and has a channel of its own for its end.
// bug: none
// class: channel-wg
package main

import (
	"fmt"
	"sync"
)

func main() {
	values := make(chan int)
	var wg sync.WaitGroup
	sum := 0
	wg.Add(2)
	collected := make(chan bool)
	for i := 1; i <= 2; i++ {
		go func(i int) {
			defer wg.Done()
			values <- i
		}(i)
	}
	go func() {
		defer close(collected)
		for v := range values {
			sum += v
		}
	}()
	wg.Wait()
	close(values)
	<-collected
	fmt.Println(sum)
}

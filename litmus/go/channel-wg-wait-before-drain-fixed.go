// The results are received first.
// bug: none
// class: channel-wg
package main

import (
	"fmt"
	"sync"
)

func main() {
	results := make(chan int, 1)
	var wg sync.WaitGroup
	for i := 1; i <= 2; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			results <- i * i
		}(i)
	}
	sum := 0
	for i := 0; i < 2; i++ {
		sum += <-results
	}
	wg.Wait()
	fmt.Println(sum)
}

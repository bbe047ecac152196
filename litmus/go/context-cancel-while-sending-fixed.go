// The collector goes on until all the searchers have ended.
// bug: none
// class: channel-context
package main

import (
	"context"
	"fmt"
	"sync"
)

func search(ctx context.Context, n int, hits chan<- int) {
	if ctx.Err() != nil {
		return
	}
	hits <- n
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	hits := make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	for n := 1; n <= 2; n++ {
		go func(n int) {
			defer wg.Done()
			search(ctx, n, hits)
		}(n)
	}
	go func() { cancel() }()
	go func() {
		wg.Wait()
		close(hits)
	}()
	count := 0
	for range hits {
		count++
	}
	fmt.Println(count <= 2)
}

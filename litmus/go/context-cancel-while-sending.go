// The results of a search are collected until it is cancelled, but the searchers look at the context only before
// they send.
// bug: leak send
// class: channel-context
// natural: 2/200 runs
package main

import (
	"context"
	"fmt"
)

func search(ctx context.Context, n int, hits chan<- int) {
	if ctx.Err() != nil {
		return
	}
	hits <- n // BUG
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	hits := make(chan int)
	for n := 1; n <= 2; n++ {
		go search(ctx, n, hits)
	}
	go func() { cancel() }()
	count := 0
	for ctx.Err() == nil && count < 2 {
		select {
		case <-hits:
			count++
		case <-ctx.Done():
		}
	}
	fmt.Println(count <= 2)
}

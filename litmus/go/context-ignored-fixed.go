// The worker waits for either.
// bug: none
// class: channel-context
package main

import (
	"context"
	"fmt"
)

func work(ctx context.Context, items <-chan int) {
	for {
		select {
		case item := <-items:
			fmt.Println("item", item)
		case <-ctx.Done():
			return
		}
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	items := make(chan int)
	go work(ctx, items)
	items <- 1
	cancel()
}

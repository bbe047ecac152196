// A worker waits for its next item and does not look at the context; after the cancellation there are no more
// items.
// bug: leak receive
// class: channel-context
// natural: 200/200 runs
package main

import (
	"context"
	"fmt"
)

func work(ctx context.Context, items <-chan int) {
	for {
		item := <-items // BUG
		if ctx.Err() != nil {
			return
		}
		fmt.Println("item", item)
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	items := make(chan int)
	go work(ctx, items)
	items <- 1
	cancel()
}

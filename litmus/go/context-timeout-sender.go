// The handler gives up when its context has run out; the backend then has nobody to send its answer to.
// bug: leak send
// class: channel-context
// natural: 1/200 runs
package main

import (
	"context"
	"fmt"
	"time"
)

func backend(ctx context.Context, answer chan<- string) {
	answer <- "42" // BUG
}

func handle(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
	defer cancel()
	answer := make(chan string)
	go backend(ctx, answer)
	select {
	case a := <-answer:
		return a
	case <-ctx.Done():
		return "too late"
	}
}

func main() {
	fmt.Println(handle(context.Background()))
}

// The backend's answer is given up, too, when the context has run out.
// bug: none
// class: channel-context
package main

import (
	"context"
	"fmt"
	"time"
)

func backend(ctx context.Context, answer chan<- string) {
	select {
	case answer <- "42":
	case <-ctx.Done():
	}
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

// The subtask's context is made from the task's.
// bug: none
// class: channel-context
package main

import (
	"context"
	"fmt"
	"sync"
)

func subtask(ctx context.Context, wg *sync.WaitGroup) {
	defer wg.Done()
	<-ctx.Done()
}

func task(ctx context.Context, wg *sync.WaitGroup) context.CancelFunc {
	child, cancel := context.WithCancel(ctx)
	wg.Add(1)
	go subtask(child, wg)
	return cancel
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	stop := task(ctx, &wg)
	defer stop()
	cancel()
	wg.Wait()
	fmt.Println(ctx.Err())
}

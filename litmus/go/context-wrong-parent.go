// A subtask's context is made from the background rather than from the task's: cancelling the task does not reach
// it.
// bug: deadlock all goroutines are asleep
// class: channel-context
// natural: 200/200 runs
package main

import (
	"context"
	"fmt"
	"sync"
)

func subtask(ctx context.Context, wg *sync.WaitGroup) {
	defer wg.Done()
	<-ctx.Done() // BUG
}

func task(ctx context.Context, wg *sync.WaitGroup) context.CancelFunc {
	child, cancel := context.WithCancel(context.Background())
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
	wg.Wait() // BUG
	fmt.Println(ctx.Err())
}

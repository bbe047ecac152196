// A watcher is restarted, and the cancel function of the first start is overwritten: the first goroutine is never
// told to stop.
// bug: leak receive
// class: channel-context
// natural: 200/200 runs
package main

import (
	"context"
	"fmt"
)

type watcher struct {
	cancel context.CancelFunc
}

func (w *watcher) start(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel
	go func() {
		<-ctx.Done() // BUG
		fmt.Println(name, "stopped")
	}()
}

func main() {
	w := &watcher{}
	w.start("first")
	w.start("second")
	w.cancel()
}

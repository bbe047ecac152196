// A restart first cancels what runs.
// bug: none
// class: channel-context
package main

import (
	"context"
	"fmt"
)

type watcher struct {
	cancel context.CancelFunc
}

func (w *watcher) start(name string) {
	if w.cancel != nil {
		w.cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel
	go func() {
		<-ctx.Done()
		fmt.Println(name, "stopped")
	}()
}

func main() {
	w := &watcher{}
	w.start("first")
	w.start("second")
	w.cancel()
}

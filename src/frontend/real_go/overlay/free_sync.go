// Part of graphfuzz, compiled into package sync of the programs that it records.

package sync

import "runtime"

type gfOperation = runtime.GraphfuzzOperation

const (
	gfOnce     = runtime.GraphfuzzOnce
	gfCondWait = runtime.GraphfuzzCondWait
)

func gfBegins(kind int, mark *uint32) *gfOperation { return runtime.GraphfuzzBegins(kind, mark) }

// The function of the winner takes place within the operation.
func gfDo(o *Once, f func(), operation *gfOperation) {
	won := false
	defer func() { operation.Ends(won) }()
	o.gfDo(func() {
		won = true
		f()
	})
}

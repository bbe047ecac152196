// Part of graphfuzz, compiled into package sync of the programs that it records.

package sync

import "runtime"

type gfOperation = runtime.GraphfuzzOperation

const (
	gfLock      = runtime.GraphfuzzLock
	gfUnlock    = runtime.GraphfuzzUnlock
	gfTryLock   = runtime.GraphfuzzTryLock
	gfRLock     = runtime.GraphfuzzRLock
	gfRUnlock   = runtime.GraphfuzzRUnlock
	gfTryRLock  = runtime.GraphfuzzTryRLock
	gfOnce      = runtime.GraphfuzzOnce
	gfAdd       = runtime.GraphfuzzAdd
	gfWait      = runtime.GraphfuzzWait
	gfCondWait  = runtime.GraphfuzzCondWait
	gfSignal    = runtime.GraphfuzzSignal
	gfBroadcast = runtime.GraphfuzzBroadcast
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

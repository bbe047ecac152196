// Part of graphfuzz, compiled into package sync of the programs that it runs or records: what operations are called.

package sync

import "runtime"

const (
	gfLock      = runtime.GraphfuzzLock
	gfUnlock    = runtime.GraphfuzzUnlock
	gfTryLock   = runtime.GraphfuzzTryLock
	gfRLock     = runtime.GraphfuzzRLock
	gfRUnlock   = runtime.GraphfuzzRUnlock
	gfTryRLock  = runtime.GraphfuzzTryRLock
	gfAdd       = runtime.GraphfuzzAdd
	gfWait      = runtime.GraphfuzzWait
	gfSignal    = runtime.GraphfuzzSignal
	gfBroadcast = runtime.GraphfuzzBroadcast
)

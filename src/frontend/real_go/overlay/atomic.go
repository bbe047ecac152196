// Part of graphfuzz, compiled into package sync/atomic of the programs that it runs.

package atomic

import (
	"runtime"
	"unsafe"
)

const (
	gfLoads    = runtime.GraphfuzzLoad
	gfStores   = runtime.GraphfuzzStore
	gfSwaps    = runtime.GraphfuzzSwap
	gfCompares = runtime.GraphfuzzCas
)

// An operation on a Value is one, whatever it is made of: the first value is stored where goroutines may not be stopped.
func gfValue(v *Value, kind int) { runtime.GraphfuzzAtomicPoint(kind, unsafe.Pointer(v)) }

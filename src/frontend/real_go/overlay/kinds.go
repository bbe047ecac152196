// Part of graphfuzz, compiled into package runtime of the programs that it runs or records: what operations, and the objects
// that they are done to, are called.

package runtime

// Kinds of operations, as in go::Kind.
const (
	gfMake = iota
	gfSend
	gfReceive
	gfClose
	gfSelect
	GraphfuzzLock
	GraphfuzzUnlock
	GraphfuzzTryLock
	GraphfuzzRLock
	GraphfuzzRUnlock
	GraphfuzzTryRLock
	GraphfuzzOnce
	GraphfuzzOnceEnd
	GraphfuzzAdd
	GraphfuzzWait
	GraphfuzzCondWait
	GraphfuzzSignal
	GraphfuzzBroadcast
	GraphfuzzLoad
	GraphfuzzStore
	GraphfuzzAtomicAdd
	GraphfuzzSwap
	GraphfuzzCas
	GraphfuzzAnd
	GraphfuzzOr
	gfFork
	gfEnd
	gfPanics
	gfExit
	gfSleep
	gfTimerStart
	gfTimerStop
	gfLength
	gfClock
	gfPlainRead
	gfPlainWrite
)

// Kinds of objects, as in go::ObjectKind.
const (
	gfChannelObject = iota
	GraphfuzzMutex
	GraphfuzzOnceObject
	GraphfuzzGroup
	GraphfuzzCond
	GraphfuzzAtomic
	gfTimerObject
	gfVariable
)

// Part of graphfuzz, compiled into package sync of the programs that it runs.

package sync

import (
	"runtime"
	"unsafe"
)

const (
	gfAcquires = runtime.GraphfuzzAcquires
	gfReleases = runtime.GraphfuzzReleases
)

func gfOn() bool { return runtime.GraphfuzzOn() }

func gfOnLock() bool { return runtime.GraphfuzzOnLock() }

// Who reads whether the test has failed, or is over, may come before or after others who say something.
func gfOnRead() bool { return runtime.GraphfuzzOnRead() }

// The lock of Pool is taken where goroutines may be stopped, and given back where they may not.
func gfOnMutex(m *Mutex) bool { return m != &allPoolsMu && runtime.GraphfuzzOnLock() }

func gfMutex(m *Mutex, kind int) bool {
	return runtime.GraphfuzzSync(kind, runtime.GraphfuzzMutex, unsafe.Pointer(m), &m.sema, 0)
}

func gfRWMutex(rw *RWMutex, kind int) bool {
	return runtime.GraphfuzzSync(kind, runtime.GraphfuzzMutex, unsafe.Pointer(rw), &rw.writerSem, 0)
}

func gfGroup(wg *WaitGroup, kind int, delta int) {
	runtime.GraphfuzzSync(kind, runtime.GraphfuzzGroup, unsafe.Pointer(wg), gfGroupNumber(wg), int64(delta))
}

func gfOnce(o *Once, f func()) {
	if !runtime.GraphfuzzSync(runtime.GraphfuzzOnce, runtime.GraphfuzzOnceObject, unsafe.Pointer(o), &o.m.sema, 0) {
		return
	}
	defer func() {
		gfSetDone(o)
		runtime.GraphfuzzMeets(unsafe.Pointer(o), runtime.GraphfuzzReleases)
		runtime.GraphfuzzSync(runtime.GraphfuzzOnceEnd, runtime.GraphfuzzOnceObject, unsafe.Pointer(o), &o.m.sema, 0)
	}()
	f()
}

// gfOnceIsOurs tells whether all that Do has to do is in the engine's hand. If its function was begun before the execution
// was, the lock that Do holds meanwhile has been taken over instead, and the number there is the lock's.
func gfOnceIsOurs(o *Once) bool {
	if o.m.sema == 0 {
		return !gfDone(o)
	}
	return runtime.GraphfuzzIs(unsafe.Pointer(o), o.m.sema)
}

// The function has returned long ago: nobody has to stop.
func gfOnceDone(o *Once) { runtime.GraphfuzzMeets(unsafe.Pointer(o), runtime.GraphfuzzAcquires) }

// What is taken out was put in before.
func gfPool(p *Pool, how int) { runtime.GraphfuzzMeets(unsafe.Pointer(p), how) }

func gfCondWait(c *Cond) {
	switch locker := c.L.(type) {
	case *Mutex:
		runtime.GraphfuzzCondWaits(unsafe.Pointer(c), &c.notify.notify, unsafe.Pointer(locker), &locker.sema, false)
	case *RWMutex:
		runtime.GraphfuzzCondWaits(unsafe.Pointer(c), &c.notify.notify, unsafe.Pointer(locker), &locker.writerSem, false)
	case *rlocker:
		rw := (*RWMutex)(locker)
		runtime.GraphfuzzCondWaits(unsafe.Pointer(c), &c.notify.notify, unsafe.Pointer(rw), &rw.writerSem, true)
	default:
		panic("graphfuzz: a condition variable with a lock that is not of package sync")
	}
}

func gfCond(c *Cond, kind int) {
	runtime.GraphfuzzSync(kind, runtime.GraphfuzzCond, unsafe.Pointer(c), &c.notify.notify, 0)
}

// What was used before the execution began, and may have been left locked, or counting.
var gfEarly []any

// gfUsed notes it. Most locks are used again and again.
func gfUsed(object any) {
	if !runtime.GraphfuzzBefore() || len(gfEarly) > 0 && gfEarly[len(gfEarly)-1] == object {
		return
	}
	gfEarly = append(gfEarly, object)
}

func init() { runtime.GraphfuzzTakesOver = gfTakeOver }

// The first goroutine does again what has left them so.
func gfTakeOver() {
	early := gfEarly
	gfEarly = nil
	for _, object := range early {
		switch object := object.(type) {
		case *Mutex:
			if *gfWord(&object.state)&mutexLocked != 0 && object.sema == 0 {
				gfMutex(object, gfLock)
				*gfWord(&object.state) = 0
			}
		case *RWMutex:
			readers := gfWord(&object.readerCount)
			writes := *gfWord(&object.w.state)&mutexLocked != 0
			if object.writerSem != 0 || !writes && *readers <= 0 {
				continue
			}
			if writes {
				gfRWMutex(object, gfLock)
			}
			for ; !writes && *readers > 0; *readers-- {
				gfRWMutex(object, gfRLock)
			}
			*gfWord(&object.w.state), *readers = 0, 0
		case *WaitGroup:
			if count := gfCount(object); *count != 0 && *gfGroupNumber(object) == 0 {
				gfGroup(object, gfAdd, int(*count))
				*count = 0
			}
		}
	}
}

// Versions of Go differ in the types of these fields, not in what is there.
func gfWord[T any](field *T) *int32 { return (*int32)(unsafe.Pointer(field)) }

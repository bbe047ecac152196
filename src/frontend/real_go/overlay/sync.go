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
	runtime.GraphfuzzSync(kind, runtime.GraphfuzzGroup, unsafe.Pointer(wg), &wg.state2, int64(delta))
}

func gfOnce(o *Once, f func()) {
	if !runtime.GraphfuzzSync(runtime.GraphfuzzOnce, runtime.GraphfuzzOnceObject, unsafe.Pointer(o), &o.m.sema, 0) {
		return
	}
	defer func() {
		o.done = 1
		runtime.GraphfuzzMeets(unsafe.Pointer(o), runtime.GraphfuzzReleases)
		runtime.GraphfuzzSync(runtime.GraphfuzzOnceEnd, runtime.GraphfuzzOnceObject, unsafe.Pointer(o), &o.m.sema, 0)
	}()
	f()
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

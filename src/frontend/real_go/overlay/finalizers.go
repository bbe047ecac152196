// Part of graphfuzz, compiled into package runtime of the programs that it runs: finalizers. Those that garbage collection
// has made ready are run by a goroutine that is under control, which whoever has asked for the collection starts, or who
// stops next at a point. What the standard library's do is seen by nobody: the runtime's own goroutine runs them.

package runtime

import "unsafe"

var gfFinalizers struct {
	lock   byte // only its address is of interest
	number uint32
	next   *finblock // for the goroutine that was started last
	taken  *finblock // by who has the lock
}

// What the collector does is not under control; the finalizers that it has found are.
func gfCollects(number uint32) {
	GC()
	gfComesBack(number)
	gfStartsFinalizers()
}

// Does the runtime's own goroutine have to leave to another one what is to be run?
func gfHoldsFinalizers() bool {
	if gf.count == 0 {
		return false
	}
	for block := finq; block != nil; block = block.next {
		for i := uint32(0); i < block.cnt; i++ {
			if fn := block.fin[i].fn; fn != nil && !gfIsClosing(funcname(findfunc(fn.fn))) {
				return true
			}
		}
	}
	return false
}

// Does the finalizer only give back what the standard library has from the system?
func gfIsClosing(function string) bool {
	for _, prefix := range [...]string{"os.", "net.", "runtime.", "syscall.", "internal/"} {
		if gfHasPrefix(function, prefix) {
			return true
		}
	}
	return false
}

func gfStartsFinalizers() {
	if finq == nil || getg().gf == 0 || !gfHoldsFinalizers() {
		return
	}
	gf.memory[gfFinalizes] = 1
	lock(&finlock)
	first := finq
	finq = nil
	unlock(&finlock)
	run := gfRunsFinalizers
	gfForks(*(**funcval)(unsafe.Pointer(&run)), getcallerpc())
	gfFinalizers.next = first // it does not run before this goroutine stops
}

// One after the other, as the runtime's own goroutine would.
func gfRunsFinalizers() {
	first := gfFinalizers.next
	gfFinalizers.next = nil
	object := gfObjectAt(unsafe.Pointer(&gfFinalizers.lock), &gfFinalizers.number)
	gfPoint(gfOperation{kind: GraphfuzzLock, object: object, form: GraphfuzzMutex})
	defer gfPoint(gfOperation{kind: GraphfuzzUnlock, object: object, form: GraphfuzzMutex})
	gfFinalizers.taken = first
	runfinq()
}

// What runfinq is to run; nil: nothing more.
func gfTakesFinalizers() *finblock {
	if getg().gf == 0 {
		if gfHoldsFinalizers() {
			return nil
		}
		block := finq
		finq = nil
		return block
	}
	block := gfFinalizers.taken
	gfFinalizers.taken = nil
	return block
}

// Part of graphfuzz, compiled into package runtime of the programs that it runs, in place of race0.go: what the compiler's
// own instrumentation (-race) and the runtime tell of plain memory is passed on to the engine, which compares it with
// what goroutines know of each other. What synchronises is known already.

//go:build !race

package runtime

import "unsafe"

const raceenabled = true

const (
	gfWrites = 1
	// GraphfuzzAcquires and GraphfuzzReleases say what a goroutine that does not stop does to what others know.
	GraphfuzzAcquires = 1
	GraphfuzzReleases = 2
	gfMostBytes       = 1024 // of one access that are looked at
)

// An access that was told in a segment: what follows in the same segment is not told again.
type gfTold struct {
	address, size, pc uintptr
	segment           uint64
}

// Does somebody want to know, and can others come to the address?
//
//go:nosplit
func gfLooks(address uintptr) bool {
	if !gf.watch {
		return false
	}
	gp := getg()
	return gp.gf != 0 && address-gp.stack.lo >= gp.stack.hi-gp.stack.lo
}

//go:nosplit
func raceread(address uintptr) {
	if gfLooks(address) {
		gfAccess(address, 1, getcallerpc(), 0, true)
	}
}

//go:nosplit
func racewrite(address uintptr) {
	if gfLooks(address) {
		gfAccess(address, 1, getcallerpc(), gfWrites, true)
	}
}

//go:nosplit
func racereadrange(address, size uintptr) {
	if gfLooks(address) {
		gfAccess(address, size, getcallerpc(), 0, true)
	}
}

//go:nosplit
func racewriterange(address, size uintptr) {
	if gfLooks(address) {
		gfAccess(address, size, getcallerpc(), gfWrites, true)
	}
}

//go:nosplit
func racefuncenter(uintptr) {}

//go:nosplit
func racefuncexit() {}

func racereadpc(address unsafe.Pointer, caller, pc uintptr) {
	if gfLooks(uintptr(address)) {
		gfAccess(uintptr(address), 1, caller, 0, false)
	}
}

func racewritepc(address unsafe.Pointer, caller, pc uintptr) {
	if gfLooks(uintptr(address)) {
		gfAccess(uintptr(address), 1, caller, gfWrites, false)
	}
}

func racereadrangepc(address unsafe.Pointer, size, caller, pc uintptr) {
	if gfLooks(uintptr(address)) {
		gfAccess(uintptr(address), size, caller, 0, false)
	}
}

func racewriterangepc(address unsafe.Pointer, size, caller, pc uintptr) {
	if gfLooks(uintptr(address)) {
		gfAccess(uintptr(address), size, caller, gfWrites, false)
	}
}

func raceReadObjectPC(t *_type, address unsafe.Pointer, caller, pc uintptr) {
	if gfLooks(uintptr(address)) {
		gfAccess(uintptr(address), gfSize(t), caller, 0, false)
	}
}

func raceWriteObjectPC(t *_type, address unsafe.Pointer, caller, pc uintptr) {
	if gfLooks(uintptr(address)) {
		gfAccess(uintptr(address), gfSize(t), caller, gfWrites, false)
	}
}

// By the instruction that returns to pc. Of what the runtime does for others (maps, copies), only what the user's
// functions have it do is told: the standard library has locks that nobody here knows. Memory of C is looked at in the
// user's functions alone: what cgo writes around them uses stacks of C's, which are somebody else's afterwards.
func gfAccess(address, size, pc uintptr, writes uint64, instrumented bool) {
	if size == 0 || !GraphfuzzOn() {
		return
	}
	if memstats.numgc != 0 {
		gf.memory[gfCollected] = 1
		return // memory that was collected is another variable's
	}
	if size > gfMostBytes {
		size = gfMostBytes
	}
	if gf.points != "" {
		if place := gfPlace(pc); gfOfUser(place) && gf.pointAt[place] {
			gfPlainPoint(address, size, writes)
		}
	}
	told := &gf.told[((address^pc<<20^size)*0x9e3779b97f4a7c15)>>52]
	if told.segment == gf.segment && told.address == address && told.pc == pc && told.size == size {
		return
	}
	place := gfPlace(pc)
	if place == 0 || place == gfTesting || place == gfBelow {
		if !instrumented || !gfIsGos(address) {
			return
		}
		place = gfHere()
	}
	*told = gfTold{address, size, pc, gf.segment}
	gfPut(gfRecordAccess, uint64(getg().gf-1)<<1|writes, uint64(address), uint64(size), uint64(place))
}

// Is it memory that Go's runtime gives out, or of package variables?
func gfIsGos(address uintptr) bool {
	if spanOf(address) != nil {
		return true
	}
	for module := &firstmoduledata; module != nil; module = module.next {
		if module.noptrdata <= address && address < module.end {
			return true
		}
	}
	return false
}

// Stops before the access.
func gfPlainPoint(address, size uintptr, writes uint64) {
	gfPoint(gfOperation{kind: gfPlainRead + writes, object: gfVariableAt(address), form: gfVariable})
}

// GraphfuzzMeets says that the goroutine knows now what those knew who released what is at the address, or that who
// acquires it will know what it knows, without stopping.
func GraphfuzzMeets(address unsafe.Pointer, how int) {
	if gf.watch && GraphfuzzOn() {
		gfPut(gfRecordMeets, uint64(getg().gf-1), uint64(uintptr(address)), uint64(how))
	}
}

func gfMeetsAtomically(kind int, address unsafe.Pointer) {
	switch kind {
	case GraphfuzzLoad:
		GraphfuzzMeets(address, GraphfuzzAcquires)
	case GraphfuzzStore:
		GraphfuzzMeets(address, GraphfuzzReleases)
	default:
		GraphfuzzMeets(address, GraphfuzzAcquires|GraphfuzzReleases)
	}
}

func raceinit() (uintptr, uintptr)           { return 0, 0 }
func racefini()                              {}
func raceproccreate() uintptr                { return 0 }
func raceprocdestroy(uintptr)                {}
func racemapshadow(unsafe.Pointer, uintptr)  {}
func raceacquire(unsafe.Pointer)             {}
func raceacquireg(*g, unsafe.Pointer)        {}
func raceacquirectx(uintptr, unsafe.Pointer) {}
func racerelease(unsafe.Pointer)             {}
func racereleaseg(*g, unsafe.Pointer)        {}
func racereleaseacquire(unsafe.Pointer)      {}
func racereleaseacquireg(*g, unsafe.Pointer) {}
func racereleasemerge(unsafe.Pointer)        {}
func racereleasemergeg(*g, unsafe.Pointer)   {}
func racefingo()                             {}
func racemalloc(unsafe.Pointer, uintptr)     {}
func racefree(unsafe.Pointer, uintptr)       {}
func racegostart(uintptr) uintptr            { return 0 }
func racegoend()                             {}
func racectxend(uintptr)                     {}

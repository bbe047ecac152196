// Part of graphfuzz, compiled into package runtime of the programs that it records: goroutines run freely, on all
// processors, and note what they do in memory that is shared with graphfuzz, which has it however the program ends.

package runtime

import (
	"runtime/internal/atomic"
	"unsafe"
)

// Words of the shared memory; see free/protocol.hpp.
const (
	gfMagic        = 0x6766667265653031
	gfLastTime     = 1  // the last time that was given out
	gfUsed         = 2  // words of it
	gfRoutineCount = 3
	gfObjectCount  = 4
	gfPlaceCount   = 5
	gfFull         = 6 // there is no more room: what happens now is not known
	gfOthers       = 7 // when it was over, some goroutine was neither blocked nor at its end
	gfOver         = 8 // main, or the tests, have ended
	gfSize         = 9 // in words
	gfGrace        = 10
	gfBefore       = 11 // so many goroutines were there when the tests began
	gfHead         = 0x6766 << 48

	gfRecordOperation = 1
	gfRecordPlace     = 2
	gfRecordRoutine   = 3
	gfRecordText      = 4
	gfRecordCall      = 5
	gfUnit            = 8 // words: what the length of a record is a multiple of

	gfNobody      = 1<<32 - 1
	gfOfRuntime   = 2 // the routine of timers and whatever else the runtime does
	gfMaximalText = 2000
	gfFirstFrames = 12 // of a stack, in which the user's function is most often
	gfDies        = 1 << 32 // … a call of the goroutine that ends the process
	gfOfWait      = 1 << 31 // a place in Cond.Wait, if somebody of the user's has called it
)

// GraphfuzzOperation is a record in the shared memory.
type GraphfuzzOperation struct {
	head    uint64
	routine uint32
	kind    uint32
	place   uint32
	object  uint32
	begin   uint64
	end     uint64 // 0: not yet
	pair    uint32 // k-th send or receive of its channel
	fill    uint32
	Operand int64
	child   uint32
	flags   uint32
	chosen  int32
	cases   uint32
	element uint32 // of the order, from 1, which it is
	partOf  uint32 // the channel, and whether it was a send; after it come the cases of a select, object and direction
}

const (
	gfWordsOfOperation = 10 // without its cases
	gfOk               = 1
	gfDefault          = 2
	gfHeld             = 4 // a select that waits for its preferred case alone
)

type gfRoutine struct {
	number   uint32
	forks    uint32 // so far
	hash     uint64 // of its name: of whom it was started, and the how-manieth it was
	current  *GraphfuzzOperation
	fork     *GraphfuzzOperation
	inside   bool // what it does now is ours
	waits    bool // … namely waiting for its turn, or for the end of the process
	pcs      [64]uintptr
	one      [1]uintptr
	overflow GraphfuzzOperation // in place of a record, if there is no room

	preferred int    // case of the select that it is at, gfNoCase if none is preferred
	held      *hchan // what ends its waiting for the preferred case alone
}

// What a function does that must not have write barriers: the compiler looks for these through calls, not through this.
var gfFatalHook func(string)

var gf struct {
	base     unsafe.Pointer
	lock     mutex
	places   *gfPlaces
	patience int64
	ofSystem gfRoutine
}

// A table of return addresses. It only grows, by being replaced.
type gfPlaces struct {
	used uint32
	pc   []uintptr
	of   []uint64 // place, and the number of what is asked of it
}

func gfWord(index uintptr) *uint64 { return (*uint64)(add(gf.base, index*8)) }

func gfCount(index uintptr) uint32 { return uint32(atomic.Xadd64(gfWord(index), 1)) }

func gfTime() uint64 { return atomic.Xadd64(gfWord(gfLastTime), 1) }

// Maps what is shared with graphfuzz, if there is something.
func gfInit() {
	fd, ok := atoi(gogetenv("GRAPHFUZZ_GO_FREE"))
	if !ok {
		return
	}
	size, ok := atoi(gogetenv("GRAPHFUZZ_GO_FREE_SIZE"))
	if !ok {
		return
	}
	gfForgetVariables()
	memory, err := mmap(nil, uintptr(size), _PROT_READ|_PROT_WRITE, 1, int32(fd), 0)
	closefd(int32(fd))
	if err != 0 {
		throw("graphfuzz: the memory that is shared with graphfuzz cannot be mapped")
	}
	gf.base = memory
	gfFatalHook = gfFatal
	if *gfWord(0) != gfMagic {
		throw("graphfuzz: the program was built for another version of graphfuzz")
	}
	gf.places = &gfPlaces{pc: make([]uintptr, 1<<12), of: make([]uint64, 1<<12)}
	gf.patience = int64(*gfWord(gfPatience))
	gfFindRoot()
	r := &gfRoutine{hash: 1}
	gfRegister(r, 0, 0)
	gf.ofSystem.hash = gfHash(r.hash, 1)
	gfRegister(&gf.ofSystem, r.number, 0)
	r.forks = 1
	getg().gf = r
	fork := gfStart(r, gfFork, gfNobody, 0)
	fork.child = gf.ofSystem.number
	fork.end = fork.begin
}

// Processes that this one starts are not recorded.
func gfForgetVariables() {
	kept := envs[:0]
	for _, variable := range envs {
		if !gfHasPrefix(variable, "GRAPHFUZZ_GO_FREE") {
			kept = append(kept, variable)
		}
	}
	envs = kept
}

// GraphfuzzRecords tells whether what the goroutine does is noted.
func GraphfuzzRecords() bool {
	gp := getg()
	return gp.gf != nil && gp.m.curg == gp && gp.m.locks == 0 && !gp.gf.inside
}

// Room for a record of so many words, which has its head.
func gfRoom(kind uint64, words uintptr) unsafe.Pointer {
	words = (words + gfUnit - 1) / gfUnit * gfUnit
	end := uintptr(atomic.Xadd64(gfWord(gfUsed), int64(words)))
	if end > uintptr(*gfWord(gfSize)) {
		atomic.Store64(gfWord(gfFull), 1)
		return nil
	}
	at := unsafe.Pointer(gfWord(end - words))
	atomic.Store64((*uint64)(at), gfHead|kind<<32|uint64(words))
	return at
}

func gfText(kind uint64, number uint64, text string) {
	if len(text) > gfMaximalText {
		text = text[:gfMaximalText]
	}
	at := gfRoom(kind, 3+uintptr(len(text)+7)/8)
	if at == nil {
		return
	}
	*(*uint64)(add(at, 8)) = number
	for i := 0; i < len(text); i++ {
		*(*byte)(add(at, uintptr(24+i))) = text[i]
	}
	atomic.Store64((*uint64)(add(at, 16)), uint64(len(text)))
}

func gfRegister(r *gfRoutine, parent, index uint32) {
	r.number = gfCount(gfRoutineCount)
	if at := gfRoom(gfRecordRoutine, 4); at != nil {
		*(*uint64)(add(at, 8)) = uint64(r.number)
		*(*uint64)(add(at, 16)) = uint64(parent)
		*(*uint64)(add(at, 24)) = uint64(index)
	}
}

// Where the address is in the table, or would be.
func (places *gfPlaces) slot(pc uintptr) uintptr {
	size := uintptr(len(places.pc))
	slot := (pc * 0x9e3779b97f4a7c15 >> 32) % size
	for {
		known := atomic.Loaduintptr(&places.pc[slot])
		if known == 0 || known == pc {
			return slot
		}
		slot = (slot + 1) % size
	}
}

// The place of a return address, and what is asked of it. 0: it is of no interest to anybody.
func gfPlace(r *gfRoutine, pc uintptr) uint64 {
	places := (*gfPlaces)(atomic.Loadp(unsafe.Pointer(&gf.places)))
	slot := places.slot(pc)
	if atomic.Loaduintptr(&places.pc[slot]) == pc {
		return places.of[slot]
	}
	r.inside = true
	place := gfResolve(r, pc)
	gfLearn(pc, place)
	r.inside = false
	return place
}

func gfResolve(r *gfRoutine, pc uintptr) uint64 {
	r.one[0] = pc
	frames := CallersFrames(r.one[:])
	for {
		frame, more := frames.Next()
		if frame.Function != "" && !gfHasPrefix(frame.Function, "runtime.") {
			internal := gfInternal(&frame)
			waits := frame.Function == "sync.(*Cond).Wait" // whose lock is given back and taken again: one place each
			if internal && !waits {
				return 0
			}
			text := frame.File + ":" + gfDecimal(frame.Line)
			place := uint64(gfCount(gfPlaceCount))
			gfText(gfRecordPlace, place, text+"\t"+frame.Function)
			place |= uint64(gfAsked(text)) << 32
			if internal {
				place |= gfOfWait
			}
			return place
		}
		if !more {
			return 0
		}
	}
}

func gfLearn(pc uintptr, place uint64) {
	places := gf.places
	var larger *gfPlaces
	if 2*places.used > uint32(len(places.pc)) {
		larger = &gfPlaces{pc: make([]uintptr, 2*len(places.pc)), of: make([]uint64, 2*len(places.pc))}
	}
	lock(&gf.lock)
	if larger != nil && gf.places == places {
		for i, old := range places.pc {
			if old != 0 {
				slot := larger.slot(old)
				larger.of[slot] = places.of[i]
				larger.pc[slot] = old
			}
		}
		larger.used = places.used
		atomicstorep(unsafe.Pointer(&gf.places), unsafe.Pointer(larger))
	}
	places = gf.places
	slot := places.slot(pc)
	if places.pc[slot] == 0 && 2*places.used <= uint32(len(places.pc))+64 {
		places.of[slot] = place
		places.used++
		atomic.Storeuintptr(&places.pc[slot], pc)
	}
	unlock(&gf.lock)
}

// The first place that is the user's; if there is none, that of the go statement, as of go close(c). 0: it is the standard
// library's own business.
func gfHere(r *gfRoutine, kind int) uint64 {
	wait := uint64(0)
	for begin, end := 0, gfFirstFrames; ; begin, end = end, len(r.pcs) {
		n := callers(2, r.pcs[:end])
		for _, pc := range r.pcs[gfLesser(begin, n):n] {
			place := gfPlace(r, pc)
			if place&gfOfWait != 0 {
				if kind != GraphfuzzCondWait {
					wait = place &^ gfOfWait
				}
			} else if place != 0 {
				if wait != 0 {
					return wait
				}
				return place
			}
		}
		if n < end || end == len(r.pcs) {
			return gfPlace(r, getg().gopc)
		}
	}
}

func gfLesser(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// A record of an operation that begins.
func gfStart(r *gfRoutine, kind int, object uint32, cases uintptr) *GraphfuzzOperation {
	operation := (*GraphfuzzOperation)(gfRoom(gfRecordOperation, gfWordsOfOperation+cases))
	if operation == nil {
		operation = &r.overflow
		*operation = GraphfuzzOperation{}
	}
	operation.routine = r.number
	operation.kind = uint32(kind)
	operation.object = object
	operation.begin = gfTime()
	return operation
}

// The same, where the goroutine is, and once it is its turn.
func gfBegin(r *gfRoutine, kind int, object uint32, cases uintptr) *GraphfuzzOperation {
	return gfBeginAt(r, gfHere(r, kind), kind, object, cases)
}

func gfBeginAt(r *gfRoutine, here uint64, kind int, object uint32, cases uintptr) *GraphfuzzOperation {
	element := gfArrives(r, here, kind)
	operation := gfStart(r, kind, object, cases)
	operation.place = uint32(here)
	operation.element = element
	r.current = operation
	return operation
}

// Effect says that the operation takes effect now.
func (operation *GraphfuzzOperation) Effect() {
	operation.Begins()
	operation.Done()
}

// Begins says that it takes effect now, but that it is not over: it may fail, and so end the program.
func (operation *GraphfuzzOperation) Begins() {
	operation.flags |= gfOk
	atomic.Store64(&operation.end, gfEndOf(operation))
}

// Done says that it is over: it is the turn of what comes after it.
func (operation *GraphfuzzOperation) Done() {
	if operation.element != 0 {
		atomic.Cas64(gfWord(gfTurn), uint64(operation.element-1), uint64(operation.element))
	}
}

// Ends says that it has, unless somebody has said so before.
func (operation *GraphfuzzOperation) Ends(ok bool) {
	if ok {
		operation.flags |= gfOk
	}
	if operation.end == 0 {
		atomic.Store64(&operation.end, gfTime())
	}
	operation.Done()
}

// Counts says what the counter of a wait group is now. Less than nothing: it has not happened after all.
func (operation *GraphfuzzOperation) Counts(value int32) {
	operation.fill = uint32(value)
	if value < 0 {
		atomic.Store64(&operation.end, 0)
		return
	}
	operation.Done()
}

func gfNumber(mark *uint32) uint32 {
	number := atomic.Load(mark)
	for number == 0 {
		atomic.Cas(mark, 0, gfCount(gfObjectCount))
		number = atomic.Load(mark)
	}
	return number
}

// Locks that the standard library was first to take, by itself, are its own business: all that happens to them.
func gfOfInterest(mark *uint32, here uint64) bool {
	if here == 0 {
		atomic.Cas(mark, 0, gfNobody)
	}
	return atomic.Load(mark) != gfNobody
}

// GraphfuzzBegins notes an operation on an object of package sync; nil if it is not to be noted.
func GraphfuzzBegins(kind int, mark *uint32) *GraphfuzzOperation {
	if !GraphfuzzRecords() {
		return nil
	}
	r := getg().gf
	here := gfHere(r, kind)
	if kind >= GraphfuzzLock && kind <= GraphfuzzTryRLock && !gfOfInterest(mark, here) {
		return nil
	}
	return gfBeginAt(r, here, kind, gfNumber(mark), 0)
}

// GraphfuzzAtomicPoint notes an atomic operation of the user's.
func GraphfuzzAtomicPoint(kind int, address unsafe.Pointer) {
	if !GraphfuzzRecords() {
		return
	}
	r := getg().gf
	here := gfHere(r, kind)
	if here == 0 {
		return
	}
	operation := gfBeginAt(r, here, kind, gfNobody, 0)
	operation.Operand = int64(uintptr(address))
	operation.Effect()
}

// What is done to channels. Whoever completes the operation of somebody else does so for both, under the channel's lock.

func gfMakes(c *hchan) {
	if !GraphfuzzRecords() {
		// What is sent is counted from the beginning, whoever made it; but for what is ours.
		if gp := getg(); gf.base != nil && (gp.gf == nil || !gp.gf.inside) {
			gfNumber(&c.gf)
		}
		return
	}
	operation := gfBegin(getg().gf, gfMake, gfNumber(&c.gf), 0)
	operation.Operand = int64(c.dataqsiz)
	operation.Effect()
}

func gfChannel(c *hchan) uint32 {
	if c == nil {
		return gfNobody
	}
	return gfNumber(&c.gf)
}

func gfBeginOn(c *hchan, kind int) *GraphfuzzOperation {
	operation := gfBegin(getg().gf, kind, gfChannel(c), 0)
	if c != nil {
		operation.Operand = int64(c.dataqsiz)
	}
	return operation
}

func gfSends(c *hchan, ep unsafe.Pointer, block bool, callerpc uintptr) bool {
	if !block {
		chosen, _ := gfSelectsOne(&scase{c, ep}, true)
		return chosen == 0
	}
	operation := gfBeginOn(c, gfSend)
	gfRealSend(c, ep, true, callerpc)
	operation.Ends(true)
	return true
}

func gfReceives(c *hchan, ep unsafe.Pointer, block bool) (selected, received bool) {
	if !block {
		chosen, received := gfSelectsOne(&scase{c, ep}, false)
		return chosen == 0, received
	}
	operation := gfBeginOn(c, gfReceive)
	_, received = gfRealReceive(c, ep, true)
	operation.Ends(received)
	return true, received
}

func gfCloses(c *hchan) {
	gfBeginOn(c, gfClose)
	gfRealClose(c)
}

// In the lock of the channel that the goroutine closes.
func gfClosed(c *hchan) {
	if c.gf == 0 {
		return
	}
	if gp := getg(); gp.gf != nil && !gp.gf.inside && gp.gf.current != nil {
		gp.gf.current.Effect()
		return
	}
	operation := gfStart(&gf.ofSystem, gfClose, c.gf, 0)
	operation.Operand = int64(c.dataqsiz)
	operation.Effect()
}

// The goroutine has done its part, the k-th one of the channel.
func gfPart(gp *g, kind int, c *hchan, pair, fill uint32) {
	var operation *GraphfuzzOperation
	if r := gp.gf; r != nil && !r.inside {
		operation = r.current
	} else {
		operation = gfStart(&gf.ofSystem, kind, c.gf, 0)
		operation.Operand = int64(c.dataqsiz)
	}
	operation.flags |= gfOk
	operation.pair = pair
	operation.fill = fill
	// Which case of a select it was, if the goroutine never gets to say so itself.
	operation.partOf = c.gf << 1
	if kind == gfSend {
		operation.partOf |= 1
	}
	atomic.Store64(&operation.end, gfEndOf(operation))
}

// What several processors do for the runtime takes no time: it is told as done by one goroutine.
func gfEndOf(operation *GraphfuzzOperation) uint64 {
	if operation.routine == gfOfRuntime {
		return operation.begin
	}
	return gfTime()
}

func gfSent(c *hchan, gp *g, fill uint) {
	if c.gf != 0 {
		c.gfSent++
		gfPart(gp, gfSend, c, c.gfSent, uint32(fill))
	}
}

func gfTaken(c *hchan, gp *g, fill uint) {
	if c.gf != 0 {
		c.gfTaken++
		gfPart(gp, gfReceive, c, c.gfTaken, uint32(fill))
	}
}

// What is sent goes to a receiver that waits.
func gfMeets(c *hchan, sender, receiver *g) {
	gfSent(c, sender, 0)
	gfTaken(c, receiver, 0)
}

// A receiver finds a sender that waits.
func gfFinds(c *hchan, receiver, sender *g) {
	if c.dataqsiz == 0 {
		gfMeets(c, sender, receiver)
		return
	}
	gfTaken(c, receiver, c.qcount-1)
	gfSent(c, sender, c.qcount)
}

func gfSelectsOne(one *scase, sends bool) (int, bool) {
	r := getg().gf
	operation := gfBegin(r, gfSelect, gfNobody, 1)
	operation.flags |= gfDefault
	operation.chosen = gfNoCase
	gfCase(operation, 0, one.c, sends)
	chosen, ok, done := -1, false, false
	if r.preferred == 0 {
		if ok, done = gfPrefers(r, one, sends); done {
			chosen = 0
		}
	} else if r.preferred == -1 {
		gfAdd(gfPreferred)
		done = true
	}
	if !done {
		if sends {
			if gfRealSend(one.c, one.elem, false, getcallerpc()) {
				chosen = 0
			}
		} else if selected, received := gfRealReceive(one.c, one.elem, false); selected {
			chosen, ok = 0, received
		}
	}
	operation.chosen = int32(chosen)
	operation.Ends(ok || sends)
	return chosen, ok
}

func gfCase(operation *GraphfuzzOperation, index int, c *hchan, sends bool) {
	if operation.head == 0 {
		return // there was no room
	}
	operation.cases++
	at := (*uint64)(add(unsafe.Pointer(operation), uintptr(gfWordsOfOperation+index)*8))
	*at = uint64(gfChannel(c))
	if sends {
		*at |= 1 << 32
	}
	if c != nil {
		*at |= uint64(c.dataqsiz) << 33
	}
}

func gfSelects(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {
	r := getg().gf
	count := nsends + nrecvs
	cases := (*[1 << 16]scase)(unsafe.Pointer(cas0))[:count]
	operation := gfBegin(r, gfSelect, gfNobody, uintptr(count))
	operation.chosen = gfNoCase
	if !block {
		operation.flags |= gfDefault
	}
	for i := range cases {
		gfCase(operation, i, cases[i].c, i < nsends)
	}
	preferred := r.preferred
	chosen, ok, done := preferred, false, false
	if preferred >= 0 && preferred < count {
		ok, done = gfPrefers(r, &cases[preferred], preferred < nsends)
	} else if preferred == -1 && !block {
		done = true
		gfAdd(gfPreferred)
	}
	if !done {
		chosen, ok = gfRealSelect(cas0, order0, pc0, nsends, nrecvs, block)
	}
	operation.chosen = int32(chosen)
	operation.Ends(ok || chosen < nsends)
	return chosen, ok
}

// Goroutines.

func gfForking(fn *funcval) {
	// The runtime starts goroutines in places where nothing may be allocated.
	if GraphfuzzRecords() && fn != nil && !gfHasPrefix(funcname(findfunc(fn.fn)), "runtime.") {
		r := getg().gf
		r.fork = gfBegin(r, gfFork, gfNobody, 0)
	}
}

// On the stack of the scheduler.
func gfForked(parent, child *g) {
	if gf.base == nil {
		return
	}
	by := parent.gf
	if isSystemGoroutine(child, false) {
		return
	}
	if by == nil || by.fork == nil {
		by = &gf.ofSystem
		lock(&gf.lock)
	}
	by.forks++
	index := by.forks
	operation := by.fork
	by.fork = nil
	if by == &gf.ofSystem {
		unlock(&gf.lock)
		operation = gfStart(by, gfFork, gfNobody, 0)
	}
	r := &gfRoutine{hash: gfHash(by.hash, index)}
	gfRegister(r, by.number, index-1)
	child.gf = r
	operation.child = r.number
	operation.Effect()
}

func gfHash(parent uint64, index uint32) uint64 {
	hash := (parent ^ uint64(index)) * 0x9e3779b97f4a7c15
	return hash ^ hash>>29
}

func gfEnds() {
	gp := getg()
	if gp.gf == nil {
		return
	}
	operation := gfStart(gp.gf, gfEnd, gfNobody, 0)
	operation.end = operation.begin
	gp.gf = nil
}

// GraphfuzzBegin is where a test begins.
func GraphfuzzBegin() {
	if gf.base != nil {
		atomic.Cas64(gfWord(gfBefore), 0, atomic.Load64(gfWord(gfRoutineCount)))
	}
}

// What a goroutine does until gfComesBack is not noted: it talks to one of the runtime's own, which is not known.
func gfLeaves() bool {
	if !GraphfuzzRecords() {
		return false
	}
	getg().gf.inside = true
	return true
}

func gfComesBack() { getg().gf.inside = false }

// GraphfuzzMainEnds is called by who is about to end the process: others may go on to where they block.
func GraphfuzzMainEnds() {
	if gf.base == nil || atomic.Load64(gfWord(gfOver)) != 0 {
		return
	}
	atomic.Store64(gfWord(gfOver), 1)
	here := getg()
	if here.gf != nil {
		here.gf.inside = true
		here.gf.waits = true
	}
	deadline := nanotime() + int64(*gfWord(gfGrace))
	for calm := 0; calm < 3; {
		if gfCalm(here) && !gfRelease(here) {
			calm++
		} else {
			calm = 0
		}
		if nanotime() > deadline {
			atomic.Store64(gfWord(gfOthers), 1)
			break
		}
		timeSleep(500_000)
	}
	gfTellLeft(here)
	if here.gf != nil {
		here.gf.waits = false
		here.gf.inside = false
		gfEnds()
	}
}

// Who is held back is not stuck: all that wait for their preferred case go on with any, now that nothing else happens, and
// those that wait for their turn will by themselves. Tells whether there is somebody.
func gfRelease(here *g) bool {
	somebody := false
	forEachGRace(func(gp *g) {
		r := gp.gf
		if gp == here || r == nil {
			return
		}
		somebody = somebody || r.waits
		if held := atomic.Loadp(unsafe.Pointer(&r.held)); held != nil {
			somebody = true
			gfExpires(*(*chan bool)(unsafe.Pointer(&held)), 0)
		}
	})
	return somebody
}

// gfTellLeft notes where those have stopped who are left.
func gfTellLeft(here *g) {
	const most = 200
	isLeft := func(gp *g) bool { return gp != here && gp.gf != nil && readgstatus(gp) == _Gwaiting }
	count := 0
	forEachG(func(gp *g) {
		if isLeft(gp) && count < most {
			count++
		}
	})
	if count == 0 {
		return
	}
	stacks := make([]gfStack, count)
	numbers := make([]uint32, count)
	taken := 0
	stopTheWorld("graphfuzz")
	forEachGRace(func(gp *g) {
		if isLeft(gp) && taken < count {
			numbers[taken] = gp.gf.number
			stacks[taken].take(gp)
			taken++
		}
	})
	startTheWorld()
	for i := range stacks[:taken] {
		stacks[i].tell(uint64(numbers[i]))
	}
}

// Is every other goroutine blocked in something that is noted, or held back?
func gfCalm(here *g) bool {
	calm := true
	forEachG(func(gp *g) {
		r := gp.gf
		if gp == here || r == nil || r.waits {
			return
		}
		switch readgstatus(gp) &^ _Gscan {
		case _Gdead:
		case _Gwaiting:
			switch gp.waitreason {
			case waitReasonChanReceiveNilChan, waitReasonChanSendNilChan, waitReasonSelect, waitReasonSelectNoCases,
				waitReasonChanReceive, waitReasonChanSend, waitReasonSemacquire, waitReasonSyncCondWait:
			default:
				calm = false
			}
		default:
			calm = false
		}
	})
	return calm && !gfTimeWakes()
}

// Is there a timer that will wake a goroutine, or start one?
func gfTimeWakes() bool {
	wakes := false
	for _, pp := range allp {
		lock(&pp.timersLock)
		for _, t := range pp.timers {
			// Deadlines of the network that are over leave timers without one for a while.
			code := *(**uintptr)(unsafe.Pointer(&t.f))
			if code == nil {
				continue
			}
			switch funcname(findfunc(*code)) {
			case "time.sendTime":
				c := (*hchan)(efaceOf(&t.arg).data)
				wakes = wakes || c != nil && c.recvq.first != nil
			case "time.goFunc":
				wakes = true
			}
		}
		unlock(&pp.timersLock)
	}
	return wakes
}

// GraphfuzzExits is os.Exit. That of the tests' main function is their end.
func GraphfuzzExits(code int) {
	gp := getg()
	if gp.gf == nil {
		return
	}
	if gp.gf.number == 1 {
		GraphfuzzMainEnds()
		return
	}
	operation := gfStart(gp.gf, gfExit, gfNobody, 0)
	operation.Operand = int64(code)
	operation.Effect()
}

// gfTellOwn notes where the goroutine is that ends the process, and who has called that.
func gfTellOwn(r *gfRoutine) {
	stack := new(gfStack)
	stack.count = callers(1, stack.pcs[:])
	stack.tell(uint64(r.number) | gfDies)
}

func gfPanicked(msgs *_panic) {
	gp := getg()
	if gp.gf == nil {
		return
	}
	gp.gf.inside = true
	gfTellOwn(gp.gf)
	buffer := make([]byte, 0, gfMaximalText)
	gp.writebuf = buffer
	printpanics(msgs)
	text := string(gp.writebuf)
	gp.writebuf = nil
	gfText(gfRecordText, uint64(gp.gf.number), text)
}

func gfFatal(text string) {
	number := uint64(0)
	if gp := getg().m.curg; gp != nil && gp.gf != nil {
		number = uint64(gp.gf.number)
		if last := gp.gf.current; last != nil && (last.kind == GraphfuzzUnlock || last.kind == GraphfuzzRUnlock) {
			last.end = 0 // it has not happened after all
		}
		if gp == getg() && gp.m.locks == 0 && gp.m.mallocing == 0 {
			gp.gf.inside = true
			gfTellOwn(gp.gf)
		}
	}
	gfText(gfRecordText, number, text)
}

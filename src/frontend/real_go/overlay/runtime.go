// Part of graphfuzz, compiled into package runtime of the programs that it runs: goroutines stop before every operation
// that others can notice, say what they are about to do, and go on when the engine says what has come of it. Channels,
// locks, timers and the like have their state there; what is sent travels through a table here.

package runtime

import (
	"runtime/internal/atomic"
	"unsafe"
)

// Numbers of the protocol; see protocol.hpp. (tests/project/protocol_test.py compares them.)
const (
	gfMagic         = 0x6766676f31
	gfTurn          = 1
	gfCommand       = 2
	gfRoutine       = 3
	gfChosen        = 4
	gfPayload       = 5
	gfOk            = 6
	gfPanicKind     = 7
	gfNow           = 8
	gfObject        = 9
	gfFlushes       = 10
	gfServes        = 11
	gfRequest       = 12
	gfEnded         = 13
	gfStatus        = 14
	gfPid           = 15
	gfUsed          = 16
	gfOutside       = 17
	gfSignalled     = 20
	gfNetwork       = 21
	gfFinalizes     = 22
	gfBegan         = 19
	gfCollected     = 18
	gfFirst         = 32
	gfWords         = 1 << 17
	gfTurnEngine    = 1
	gfTurnProgram   = 2
	gfResume        = 1
	gfFire          = 2
	gfStacks        = 3 // where those have stopped who are left
	gfRecordOp      = 1
	gfRecordPlace   = 2
	gfRecordPanic   = 3
	gfRecordFailure = 4
	gfRecordAccess  = 5
	gfRecordMeets   = 6
	gfRecordOutside = 7
	gfRecordCall    = 8
	gfNobody        = 1<<32 - 1
	gfStepTime      = 8 // nanoseconds
	gfSpins         = 20
	gfPanicSend     = 1
	gfPanicClose    = 2
	gfPanicNil      = 3
	gfPanicGroup    = 4
	gfPanicUnlock   = 5
	gfMaximalText   = 2000
	gfTesting       = 1<<32 - 1
	gfBelow         = 1<<32 - 2
	gfThrough       = 1<<32 - 3
	gfTestingPlace  = 1

	gfOperationWords = 12 // without its cases
	gfFewCases       = 8
	gfFewBoxes       = 8
)

type gfWordsArray [gfWords]uint64

// What functions do that must not have write barriers: the compiler looks for these through calls, not through these.
var (
	gfYieldHook func()
	gfFatalHook func(string)
)

var gf struct {
	memory       *gfWordsArray // shared with the engine; nil: not under control
	base         int64         // virtual time at the beginning
	running      int32         // goroutines under control that are not at a point
	count        uint32        // goroutines so far
	objects      uint32        // objects so far
	addresses    []uintptr     // by object, of those that are known by an address
	routines     []guintptr    // by number
	boxes        []unsafe.Pointer
	boxTypes     []*_type
	atomicAt     []uintptr // a table of addresses of atomic variables,
	atomicObject []uint32  // and what they are as objects
	atomics      uint32
	free         []uint32 // boxes
	timers       []*timer // by object
	placePc      []uintptr
	placeOf      []uint32 // by slot of placePc; 0: internal
	places       uint32
	placesKnown  uint32 // slots of placePc in use
	fired        *timer
	pcs          [32]uintptr // the first one is looked up, the others are a stack
	keeper       guintptr
	over         bool   // main has ended
	main         bool   // main.main is goroutine 0, not a test
	watch        bool   // accesses to plain memory are told
	points       string // lines, or * for all, where goroutines stop before such accesses, too
	pointAt      []bool // by place
	segment      uint64
	looks        uint64 // segments of those that look whether what is outside is there
	waited       int64  // by all of them, nanoseconds
	told         [1 << 12]gfTold
	files        [gfMostFiles]uint64 // by number: so many were closed that had it
	early        []*hchan // were made before the execution began
	earlyTimers  []*timer // … and these were started
	before       uint32   // the place of what happened then, while it is told
	first        guintptr // the goroutine that will be number 0
	tellsEnd     bool     // all tests have been run, and others are about to learn of that
	prepares     bool     // it has begun, but package variables are still initialised, or TestMain has not called Run
}

// Maps what is shared with the engine, if there is one.
func gfInit() {
	text := gogetenv("GRAPHFUZZ_GO")
	if text == "" {
		return
	}
	fd, ok := atoi(text)
	if !ok {
		return
	}
	memory, err := mmap(nil, gfWords*8, _PROT_READ|_PROT_WRITE, 1, int32(fd), 0)
	if err != 0 {
		throw("graphfuzz: the memory that is shared with the engine cannot be mapped")
	}
	words := (*gfWordsArray)(memory)
	if words[0] != gfMagic {
		throw("graphfuzz: the program was built for another version of graphfuzz")
	}
	gf.main = gogetenv("GRAPHFUZZ_GO_MAIN") != ""
	gf.watch = gogetenv("GRAPHFUZZ_GO_RACE") != ""
	gf.points = gogetenv("GRAPHFUZZ_GO_POINTS")
	gfForgetVariables()
	closefd(int32(fd))
	gf.memory = words
	gf.placePc = make([]uintptr, 1<<14)
	gf.placeOf = make([]uint32, 1<<14)
	gf.routines = make([]guintptr, 64)
	gf.boxes = make([]unsafe.Pointer, 1, 64)
	gf.boxTypes = make([]*_type, 1, 64)
	gf.first.set(getg())
	gfFindRoot()
	gf.places = gfTestingPlace
	gf.pointAt = make([]bool, gfTestingPlace+1, 64)
	gfYieldHook = GraphfuzzYield
	gfFatalHook = gfFatal
	go gfKeeper()
}

// GraphfuzzOn tells whether the goroutine is under control.
func GraphfuzzOn() bool {
	if gf.memory == nil {
		return false
	}
	gp := getg()
	return gp.gf != 0 && gp.m.curg == gp && gp.m.locks == 0
}

// What hashes and random numbers begin with: the same in every execution.
func gfNotRandom(r []byte) {
	for i := range r {
		r[i] = byte(i*29 + 17)
	}
}

// Is it a goroutine of the runtime's own, whoever happens to start it?
func gfOfRuntime(fn *funcval) bool {
	return fn == nil || gfHasPrefix(funcname(findfunc(fn.fn)), "runtime.")
}

func gfKnows(t *timer) bool { return gfIsNew(t) && t.nextwhen != 0 }

// Does the first goroutine start one of the user's before the test, or main, begins? That one is to be under control.
func gfStartsEarly(fn *funcval) bool {
	if gf.memory == nil || gf.count != 0 || gf.first.ptr() != getg() || fn == nil {
		return false
	}
	f := findfunc(fn.fn)
	file, _ := funcline(f, fn.fn)
	return !gfInternal(&Frame{Function: funcname(f), File: file})
}

// GraphfuzzBegin is where the test, or main, begins.
func GraphfuzzBegin() {
	if gf.memory != nil && gf.count == 0 {
		gfBegin()
	}
	gf.prepares = false
	if gf.memory != nil {
		gf.memory[gfBegan] = 1
	}
}

// Puts the goroutine, number 0, under control.
func gfBegin() {
	gp := getg()
	gf.prepares = true
	gf.base = faketime
	gfMoment.seen = faketime
	if gfMayFork() {
		gfServe()
	}
	gfRealBegin = gfRealNow() - gfTick
	gfText(gfRecordPlace, gfTestingPlace, "package testing")
	gfNumber(gp)
	atomic.Xaddint32(&gf.running, 1)
	gfTakeOver()
}

func gfNumber(gp *g) {
	if int(gf.count) == len(gf.routines) {
		more := make([]guintptr, 2*len(gf.routines))
		copy(more, gf.routines)
		gf.routines = more
	}
	gf.routines[gf.count].set(gp)
	gf.count++
	gp.gf = gf.count
}

// Room for a record of so many words, which the engine reads when it is its turn. Its length is put down in front of it.
func gfRoom(words uint64) []uint64 {
	used := gf.memory[gfUsed]
	if used+words+1 > gfWords-gfFirst {
		gf.memory[gfFlushes] = 1
		gfHandOver()
		used = 0
	}
	gf.memory[gfFirst+used] = words + 1
	gf.memory[gfUsed] = used + words + 1
	return gf.memory[gfFirst+used+1 : gfFirst+used+1+words]
}

func gfPut(words ...uint64) { copy(gfRoom(uint64(len(words))), words) }

func gfText(kind uint64, number uint64, text string) {
	if len(text) > gfMaximalText {
		text = text[:gfMaximalText]
	}
	words := make([]uint64, 3, 3+len(text)/8+1)
	words[0], words[1], words[2] = kind, number, uint64(len(text))
	for i := 0; i < len(text); i += 8 {
		var word uint64
		for j := 0; j < 8 && i+j < len(text); j++ {
			word |= uint64(text[i+j]) << (8 * j)
		}
		words = append(words, word)
	}
	gfPut(words...)
}

// Where the return address is in the table, or would be.
func gfPlaceSlot(pc uintptr) uintptr {
	size := uintptr(len(gf.placePc))
	slot := (pc * 0x9e3779b97f4a7c15 >> 32) % size
	for gf.placePc[slot] != 0 && gf.placePc[slot] != pc {
		slot = (slot + 1) % size
	}
	return slot
}

// The number of the place of a return address; 0 if only internal functions are there, gfTesting if one is of testing,
// gfBelow if one is of the runtime or an atomic operation, gfThrough if one is of what is synchronisation to its users,
// and is made of atomic operations.
func gfPlace(pc uintptr) uint32 {
	slot := gfPlaceSlot(pc)
	if gf.placePc[slot] != 0 {
		return gf.placeOf[slot]
	}
	gf.placesKnown++
	if 2*gf.placesKnown > uint32(len(gf.placePc)) {
		known, places := gf.placePc, gf.placeOf
		gf.placePc = make([]uintptr, 2*len(known))
		gf.placeOf = make([]uint32, 2*len(known))
		for i, old := range known {
			if old != 0 {
				at := gfPlaceSlot(old)
				gf.placePc[at], gf.placeOf[at] = old, places[i]
			}
		}
		slot = gfPlaceSlot(pc)
	}
	var place uint32
	gf.pcs[0] = pc
	frames := CallersFrames(gf.pcs[:1])
	for {
		frame, more := frames.Next()
		if frame.Function != "" && !gfInternal(&frame) {
			gf.places++
			place = gf.places
			line := frame.File + ":" + gfDecimal(frame.Line)
			gfText(gfRecordPlace, uint64(place), line+"\t"+frame.Function)
			gf.pointAt = append(gf.pointAt, gfIsPoint(line))
			break
		}
		if gfHasPrefix(frame.Function, "testing.") {
			place = gfTesting
		} else if gfHasPrefix(frame.Function, "runtime.") || gfHasPrefix(frame.Function, "sync/atomic.") {
			place = gfBelow
		} else if gfHasPrefix(frame.Function, "sync.(*Map).") || gfHasPrefix(frame.Function, "sync.(*entry).") ||
			gfHasPrefix(frame.Function, "context.") {
			place = gfThrough
		}
		if !more {
			break
		}
	}
	gf.placePc[slot] = pc
	gf.placeOf[slot] = place
	return place
}

// Is it one of the lines where goroutines stop before plain accesses?
func gfIsPoint(line string) bool {
	if gf.points == "*" {
		return true
	}
	for rest := gf.points; rest != ""; {
		end := 0
		for end < len(rest) && rest[end] != '\n' {
			end++
		}
		if rest[:end] == line {
			return true
		}
		if end == len(rest) {
			break
		}
		rest = rest[end+1:]
	}
	return false
}

// Is it a place of the user's?
func gfOfUser(place uint32) bool { return place != 0 && place < gfThrough }

func gfHere() uint32 {
	if gf.before != 0 {
		return gf.before
	}
	pcs := gf.pcs[1:]
	n := callers(3, pcs)
	here := uint32(0)
	for _, pc := range pcs[:n] {
		if place := gfPlace(pc); place == gfTesting {
			here = gfTestingPlace
		} else if gfOfUser(place) {
			return place
		}
	}
	return here
}

// GraphfuzzOnLock tells whether the operation of the caller's caller, on a lock, is under control. Those of package
// testing's own goroutines are not: what they share with others they read. One that the user has started is not its own,
// though it may be in nothing but one of its functions, as of go t.Log().
func GraphfuzzOnLock() bool {
	if !GraphfuzzOn() {
		return false
	}
	testing := false
	pcs := gf.pcs[1:]
	n := callers(2, pcs)
	for _, pc := range pcs[:n] {
		place := gfPlace(pc)
		if place == gfTesting {
			testing = true
		} else if gfOfUser(place) {
			return true
		}
	}
	return !testing || gfOfUser(gfPlace(getg().gopc))
}

// GraphfuzzOnRead is the same of who only reads. The first goroutine of a test binary begins tests, and is none, until
// it says that they are over.
func GraphfuzzOnRead() bool { return GraphfuzzOn() && (gf.main || getg().gf != 1 || gf.tellsEnd) }

// GraphfuzzTellsEnd is where the first goroutine is about to say so, and where it has.
func GraphfuzzTellsEnd(begins bool) { gf.tellsEnd = begins }

type gfOperation struct {
	kind     uint64
	object   uint32
	locker   uint32 // of an atomic operation: the variable that it is a part of, for plain accesses
	flags    uint64
	form     uint64 // kind of object
	payload  uint32
	operand  int64
	period   int64
	cases    []scase
	sends    int
	payloads []uint32
}

type gfResult struct {
	chosen  int
	payload uint32
	ok      bool
	panic   uint64
}

// What is put down for it is no memory of the program's: it may count what it allocates.
func gfTell(operation *gfOperation) {
	place := gfHere()
	record := gfRoom(gfOperationWords + 3*uint64(len(operation.cases)))
	record[0] = gfRecordOp
	record[1] = uint64(getg().gf - 1)
	record[2] = operation.kind
	record[3] = uint64(place)
	record[4] = uint64(operation.object)
	record[5] = uint64(operation.locker)
	record[6] = operation.flags
	record[7] = operation.form
	record[8] = uint64(operation.payload)
	record[9] = uint64(operation.operand)
	record[10] = uint64(operation.period)
	record[11] = uint64(len(operation.cases))
	for i := range operation.cases {
		object := uint32(gfNobody)
		if c := operation.cases[i].c; c != nil {
			object = c.gf - 1
		}
		sends := uint64(0)
		if i < operation.sends {
			sends = 1
		}
		one := record[gfOperationWords+3*i:]
		one[0], one[1], one[2] = uint64(object), sends, uint64(operation.payloads[i])
	}
}

// Stops until the engine says what has come of the operation.
func gfPoint(operation gfOperation) gfResult {
	gfPassesSignalsOn()
	gfStartsFinalizers()
	gfTell(&operation)
	gfStop(gfReason(&operation))
	memory := gf.memory
	return gfResult{int(int64(memory[gfChosen])), uint32(memory[gfPayload]), memory[gfOk] != 0, memory[gfPanicKind]}
}

func gfStop(why waitReason) {
	gfPark(func(*g, unsafe.Pointer) bool {
		atomic.Xaddint32(&gf.running, -1)
		return true
	}, why)
}

// What the goroutine would be said to wait for, in stacks: there are programs that read them, as those that look for
// leaks.
func gfReason(operation *gfOperation) waitReason {
	switch operation.kind {
	case gfSend:
		if operation.object == gfNobody {
			return waitReasonChanSendNilChan
		}
		return waitReasonChanSend
	case gfReceive:
		if operation.object == gfNobody {
			return waitReasonChanReceiveNilChan
		}
		return waitReasonChanReceive
	case gfSelect:
		if len(operation.cases) == 0 {
			return waitReasonSelectNoCases
		}
		return waitReasonSelect
	case gfSleep:
		return waitReasonSleep
	case GraphfuzzCondWait:
		return waitReasonSyncCondWait
	case GraphfuzzLock, GraphfuzzRLock, GraphfuzzOnce, GraphfuzzWait:
		return waitReasonSemacquire
	}
	return waitReasonZero
}

// Never to go on. The operation is the last of its goroutine.
func gfForever(operation gfOperation) {
	gfTell(&operation)
	for {
		gfStop(waitReasonZero)
	}
}

// What the scheduler does when nothing can run: all goroutines under control are at points, so it is the engine's turn.
//
//go:nowritebarrierrec
func gfIdle() *g {
	if gf.count == 0 || atomic.Loadint32(&gf.running) != 0 {
		return nil
	}
	gfHandOver()
	memory := gf.memory
	gf.segment++
	gfSeed(gf.segment * 0x9e3779b97f4a7c15) // orders of maps are those of the last time
	gfTimeIs(int64(memory[gfNow]))
	atomic.Xaddint32(&gf.running, 1)
	var gp *g
	if memory[gfCommand] != gfResume {
		gp = gf.keeper.ptr()
	} else {
		gp = gf.routines[memory[gfRoutine]].ptr()
	}
	casgstatus(gp, _Gwaiting, _Grunnable)
	return gp
}

// It is the engine's turn, until it is ours again: it has read the records.
//
//go:nowritebarrierrec
func gfHandOver() {
	turn := (*uint32)(unsafe.Pointer(&gf.memory[gfTurn]))
	atomic.Store(turn, gfTurnEngine)
	futex(unsafe.Pointer(turn), 1, 1, nil, nil, 0)
	for spins := 0; atomic.Load(turn) != gfTurnProgram; spins++ {
		if spins < gfSpins {
			procyield(1)
		} else {
			futex(unsafe.Pointer(turn), 0, gfTurnEngine, nil, nil, 0)
		}
	}
	gf.memory[gfUsed] = 0
}

// Starts what timers do, and tells where others have stopped.
func gfKeeper() {
	gf.keeper.set(getg())
	for {
		gfPark(nil, waitReasonZero)
		if gf.memory[gfCommand] == gfStacks {
			gfTellStacks()
			atomic.Xaddint32(&gf.running, -1)
			continue
		}
		gf.fired = gf.timers[gf.memory[gfObject]]
		fire := gfFires
		gfNew(*(**funcval)(unsafe.Pointer(&fire)), getcallerpc())
		atomic.Xaddint32(&gf.running, -1)
	}
}

func gfTellStacks() {
	stack := new(gfStack)
	for number, routine := range gf.routines[:gf.count] {
		if gp := routine.ptr(); gp != nil && readgstatus(gp) == _Gwaiting {
			stack.take(gp)
			stack.tell(uint64(number))
		}
	}
}

// It runs before anybody else does.
func gfFires() {
	t := gf.fired
	gf.fired = nil
	t.f(t.arg, t.seq)
}

func gfNew(fn *funcval, pc uintptr) {
	gp := getg()
	var newg *g
	systemstack(func() {
		newg = gfCreate(fn, gp, pc)
	})
	gfNumber(newg)
	atomic.Xaddint32(&gf.running, 1)
	systemstack(func() {
		runqput(getg().m.p.ptr(), newg, false)
	})
}

func gfForks(fn *funcval, pc uintptr) {
	operand := int64(0)
	serves := gfServesSignals(fn)
	if gf.prepares || serves {
		operand = 1 // it lives as long as the process
	}
	gfSignals.served = gfSignals.served || serves
	gfPoint(gfOperation{kind: gfFork, object: gfNobody, operand: operand})
	gfNew(fn, pc)
}

// A signal may be the last that the goroutine has sent: nobody else may come to a point.
func gfEnds() {
	gfPassesSignalsOn()
	gfStartsFinalizers()
	gfEndsWith(0)
}

func gfEndsWith(code int64) {
	gfTell(&gfOperation{kind: gfEnd, object: gfNobody, operand: code})
	gp := getg()
	number := gp.gf - 1
	if number == 0 {
		gf.over = true
		for {
			gfStop(waitReasonZero)
		}
	}
	gf.routines[number] = 0
	gp.gf = 0
	atomic.Xaddint32(&gf.running, -1)
}

// GraphfuzzEnd is the end of goroutine 0.
func GraphfuzzEnd() {
	if GraphfuzzOn() {
		gfEnds()
	}
}

func gfPanicked(msgs *_panic) {
	gp := getg()
	buffer := make([]byte, 0, gfMaximalText)
	gp.writebuf = buffer
	printpanics(msgs)
	text := string(gp.writebuf)
	gp.writebuf = nil
	gfText(gfRecordPanic, uint64(gp.gf-1), text)
	gfForever(gfOperation{kind: gfPanics, object: gfNobody})
}

func gfFatal(text string) {
	gfText(gfRecordPanic, uint64(getg().gf-1), "fatal error: "+text)
	gfForever(gfOperation{kind: gfPanics, object: gfNobody})
}

// GraphfuzzExit is os.Exit. That of the tests' main function is its end: what goroutines are left then is of interest.
func GraphfuzzExit(code int) {
	if GraphfuzzOn() {
		if getg().gf == 1 && !gf.main {
			gfEndsWith(int64(code))
		}
		gfForever(gfOperation{kind: gfExit, object: gfNobody, operand: int64(code)})
	}
}

// GraphfuzzYield is a point where nothing happens.
func GraphfuzzYield() { gfPoint(gfOperation{kind: gfClock, object: gfNobody}) }

// A goroutine waits for what nobody controls: the network, a pipe, a process.
type GraphfuzzAway struct {
	Delay  int64 // nanoseconds for which it is to look next time
	waited int64
}

const (
	gfFirstDelay = 100_000
	gfMostDelay  = 20_000_000
	gfPatience   = 3_000_000_000
	gfRealTime   = 1_000_000_000
	gfLeastPause = 1_000
	gfFaster     = 50
)

// Again lets others go on, if they can. Only if nobody could who does not wait like this, the next look takes its time.
// False after a long time: then it is to wait where it is. Meanwhile time passes, so that what is to happen later does
// not come before what is outside has had as much real time; only after a second of it that is given up, and time goes
// faster.
func (away *GraphfuzzAway) Again() bool {
	gf.memory[gfOutside]++
	gf.waited += away.Delay
	away.waited += away.Delay
	if away.waited > gfPatience {
		return false
	}
	pause := away.Delay
	if pause < gfLeastPause {
		pause = gfLeastPause
	}
	if away.waited > gfRealTime {
		pause *= gfFaster
	}
	others, waited := gf.segment-gf.looks, gf.waited
	gfSleeps(pause)
	gf.looks++
	if gf.segment-gf.looks != others || gf.over {
		away.Delay = 0
		return true
	}
	away.waited += gf.waited - waited // by others like this
	if away.Delay == 0 {
		away.Delay = gfFirstDelay
	} else if away.Delay < gfMostDelay {
		away.Delay *= 2
	}
	return true
}

func gfPollWaits(pd *pollDesc, mode int) {
	ready := func() bool {
		state := &pd.rg
		if mode == 'w' {
			state = &pd.wg
		}
		return state.Load() == pdReady || netpollcheckerr(pd, int32(mode)) != pollNoError
	}
	var away GraphfuzzAway
	for !ready() {
		var list gList
		systemstack(func() { list = gfPoll(away.Delay) })
		injectglist(&list)
		if !ready() && !away.Again() {
			return
		}
	}
}

// Waits for what package poll counts down to. False: not under control, or it has taken too long.
func gfAwaitsRelease(count *uint32) bool {
	var away GraphfuzzAway
	for GraphfuzzOn() {
		if cansemacquire(count) {
			return true
		}
		if !away.Again() {
			break
		}
		usleep(uint32(away.Delay / 1000))
	}
	return false
}

func gfSleeps(ns int64) {
	gfPoint(gfOperation{kind: gfSleep, object: gfNobody, operand: gfWaitFor(ns)})
}

// A number for the object at the address, kept where `number` says; what was copied is another object.
func gfObjectAt(address unsafe.Pointer, number *uint32) uint32 {
	if *number != 0 && *number <= gf.objects && gf.addresses[*number-1] == uintptr(address) {
		return *number - 1
	}
	gf.objects++
	gf.addresses = append(gf.addresses, uintptr(address))
	*number = gf.objects
	return gf.objects - 1
}

// GraphfuzzIs tells whether the number is that of the object at the address.
func GraphfuzzIs(address unsafe.Pointer, number uint32) bool {
	return number <= gf.objects && gf.addresses[number-1] == uintptr(address)
}

// GraphfuzzSync does something to an object of package sync: what has come of it, and whether it has failed.
func GraphfuzzSync(kind int, form int, address unsafe.Pointer, number *uint32, operand int64) bool {
	object := gfObjectAt(address, number)
	result := gfPoint(gfOperation{kind: uint64(kind), object: object, form: uint64(form), operand: operand})
	switch result.panic {
	case gfPanicGroup:
		panic("sync: negative WaitGroup counter")
	case gfPanicUnlock:
		if kind == GraphfuzzRUnlock {
			fatal("sync: RUnlock of unlocked RWMutex")
		}
		fatal("sync: unlock of unlocked mutex")
	}
	return result.ok
}

// GraphfuzzCondWaits is Cond.Wait; it gives the lock back and takes it again.
func GraphfuzzCondWaits(address unsafe.Pointer, number *uint32, lock unsafe.Pointer, lockNumber *uint32, reads bool) {
	object := gfObjectAt(address, number)
	locker := gfObjectAt(lock, lockNumber)
	flags := uint64(0)
	if reads {
		flags = 2
	}
	result := gfPoint(gfOperation{kind: GraphfuzzCondWait, object: object, locker: locker, flags: flags, form: GraphfuzzCond})
	if result.panic == gfPanicUnlock {
		fatal("sync: unlock of unlocked mutex")
	}
}

// The number of the atomic variable at the address.
func gfAtomicAt(address unsafe.Pointer) uint32 {
	if 2*gf.atomics >= uint32(len(gf.atomicAt)) {
		at, object := gf.atomicAt, gf.atomicObject
		gf.atomicAt = make([]uintptr, 2*len(at)+64)
		gf.atomicObject = make([]uint32, len(gf.atomicAt))
		for i, old := range at {
			if old != 0 {
				slot := gfAtomicSlot(old)
				gf.atomicAt[slot] = old
				gf.atomicObject[slot] = object[i]
			}
		}
	}
	slot := gfAtomicSlot(uintptr(address))
	if gf.atomicAt[slot] == 0 {
		gf.objects++
		gf.addresses = append(gf.addresses, uintptr(address))
		gf.atomics++
		gf.atomicAt[slot] = uintptr(address)
		gf.atomicObject[slot] = gf.objects - 1
	}
	return gf.atomicObject[slot]
}

// Where the address is in the table, or would be.
func gfAtomicSlot(address uintptr) uint32 {
	size := uint32(len(gf.atomicAt))
	slot := uint32((uint64(address)*0x9e3779b97f4a7c15)>>33) % size
	for gf.atomicAt[slot] != 0 && gf.atomicAt[slot] != address {
		slot = (slot + 1) % size
	}
	return slot
}

// GraphfuzzAtomicPoint stops before an atomic operation of the user's.
func GraphfuzzAtomicPoint(kind int, address unsafe.Pointer) {
	if !GraphfuzzOn() {
		return
	}
	pcs := gf.pcs[1:]
	n := callers(1, pcs)
	for _, pc := range pcs[:n] {
		place := gfPlace(pc)
		if place == gfBelow || place == gfThrough {
			continue
		}
		if place == 0 || place == gfTesting {
			gfMeetsAtomically(kind, address) // of the standard library's: nobody stops there
			return
		}
		break
	}
	whole := uint32(gfNobody)
	if gf.points != "" {
		whole = gfVariableAt(uintptr(address))
	}
	gfPoint(gfOperation{
		kind: uint64(kind), object: gfAtomicAt(address), locker: whole, form: GraphfuzzAtomic,
		operand: int64(uintptr(address)),
	})
}

// The number of the variable that plain accesses to the address are to, for those that stop before them: an object of the
// heap, for it may be accessed as a whole, or eight bytes.
func gfVariableAt(address uintptr) uint32 {
	variable, _, _ := findObject(address, 0, 0)
	if variable == 0 {
		variable = address &^ 7
	}
	return gfAtomicAt(unsafe.Pointer(variable))
}

// What is sent is in a box until it is received. Boxes are used again, for the same type: to send allocates nothing in
// the long run, as without control.
func gfKeep(elem *_type, from unsafe.Pointer) uint32 {
	if gfSize(elem) == 0 {
		return 0
	}
	last := len(gf.free) - 1
	for i := last; i >= 0 && i > last-gfFewBoxes; i-- {
		if number := gf.free[i]; gf.boxTypes[number] == elem {
			gf.free[i] = gf.free[last]
			gf.free = gf.free[:last]
			typedmemmove(elem, gf.boxes[number], from)
			return number
		}
	}
	box := mallocgc(gfSize(elem), elem, true)
	typedmemmove(elem, box, from)
	if last >= 0 {
		number := gf.free[last]
		gf.free = gf.free[:last]
		gf.boxes[number], gf.boxTypes[number] = box, elem
		return number
	}
	gf.boxes = append(gf.boxes, box)
	gf.boxTypes = append(gf.boxTypes, elem)
	return uint32(len(gf.boxes) - 1)
}

func gfForget(number uint32) {
	if number != 0 {
		typedmemclr(gf.boxTypes[number], gf.boxes[number])
		gf.free = append(gf.free, number)
	}
}

func gfDeliver(c *hchan, to unsafe.Pointer, result gfResult) {
	if c.dataqsiz > 0 && result.ok {
		c.qcount--
	}
	if to != nil && gfSize(c.elemtype) != 0 {
		if result.ok {
			typedmemmove(c.elemtype, to, gf.boxes[result.payload])
		} else {
			typedmemclr(c.elemtype, to)
		}
	}
	if result.ok {
		gfForget(result.payload)
	}
}

// The number of a channel, which the engine gets to know with its capacity.
func gfChannel(c *hchan) uint32 {
	if c == nil {
		return gfNobody
	}
	if c.gf == 0 {
		if c.qcount != 0 {
			gf.memory[gfOutside]++ // somebody who is not under control has filled it since
		}
		gfMeetsChannel(c)
	}
	return c.gf - 1
}

// The engine gets to know a channel, and what is in it: as if it were sent now.
func gfMeetsChannel(c *hchan) {
	gf.objects++
	gf.addresses = append(gf.addresses, 0)
	c.gf = gf.objects
	filled := c.qcount != 0
	closed := int64(c.closed)
	if filled {
		closed = 0
	}
	gfPoint(gfOperation{kind: gfMake, object: c.gf - 1, operand: int64(c.dataqsiz), period: closed})
	if !filled {
		return
	}
	for i := uint(0); i < c.qcount; i++ {
		payload := gfKeep(c.elemtype, chanbuf(c, (c.recvx+i)%c.dataqsiz))
		gfPoint(gfOperation{kind: gfSend, object: c.gf - 1, payload: payload})
	}
	if c.closed != 0 {
		gfPoint(gfOperation{kind: gfClose, object: c.gf - 1})
	}
}

// GraphfuzzBefore tells whether the execution has not begun: what is done to objects will have to be told then.
func GraphfuzzBefore() bool { return gf.memory != nil && gf.count == 0 }

// GraphfuzzTakesOver tells of the locks and the like that were used before.
var GraphfuzzTakesOver func()

// What package variables and init functions have done to channels, locks and the like is told as the first steps of the
// first goroutine.
func gfTakeOver() {
	gf.places++
	gf.before = gf.places
	gfText(gfRecordPlace, uint64(gf.before), "before the start")
	gf.pointAt = append(gf.pointAt, false)
	for _, c := range gf.early {
		if c.qcount != 0 && c.gf == 0 {
			gfMeetsChannel(c)
		}
	}
	gf.early = nil
	for _, t := range gf.earlyTimers {
		when, period := t.when, t.period
		if deltimer(t) { // it has not fired, and nobody has stopped it
			gfStartTimer(t, when, period)
		}
	}
	gf.earlyTimers = nil
	if GraphfuzzTakesOver != nil {
		GraphfuzzTakesOver()
	}
	gf.before = 0
}

// GraphfuzzLen is len of a channel, in copies of the user's files.
func GraphfuzzLen(channel any) int {
	c := (*hchan)(efaceOf(&channel).data)
	if c == nil {
		return 0
	}
	gfAsksLength(c)
	return int(c.qcount)
}

// Who asks for the length of a channel stops, if it can change.
func gfAsksLength(c *hchan) {
	if c != nil && c.dataqsiz > 0 && GraphfuzzOn() {
		gfPoint(gfOperation{kind: gfLength, object: gfChannel(c)})
	}
}

func gfSends(c *hchan, elem unsafe.Pointer, block bool) bool {
	object := gfChannel(c)
	if !block {
		cases := [1]scase{{c, elem}}
		chosen, _ := gfSelects(cases[:], 1, false)
		return chosen == 0
	}
	var payload uint32
	if c != nil {
		payload = gfKeep(c.elemtype, elem)
	}
	result := gfPoint(gfOperation{kind: gfSend, object: object, payload: payload})
	if result.panic == gfPanicSend {
		panic(plainError("send on closed channel"))
	}
	if c.dataqsiz > 0 {
		c.qcount++
	}
	return true
}

func gfReceives(c *hchan, elem unsafe.Pointer, block bool) (selected, received bool) {
	object := gfChannel(c)
	if !block {
		cases := [1]scase{{c, elem}}
		chosen, ok := gfSelects(cases[:], 0, false)
		return chosen == 0, ok
	}
	result := gfPoint(gfOperation{kind: gfReceive, object: object})
	gfDeliver(c, elem, result)
	return true, result.ok
}

func gfCloses(c *hchan) {
	result := gfPoint(gfOperation{kind: gfClose, object: gfChannel(c)})
	switch result.panic {
	case gfPanicNil:
		panic(plainError("close of nil channel"))
	case gfPanicClose:
		panic(plainError("close of closed channel"))
	}
	c.closed = 1
}

func gfSelects(cases []scase, sends int, block bool) (int, bool) {
	var few [gfFewCases]uint32
	payloads := few[:]
	if len(cases) > len(few) {
		payloads = make([]uint32, len(cases))
	}
	for i := range cases {
		gfChannel(cases[i].c)
		if i < sends && cases[i].c != nil {
			payloads[i] = gfKeep(cases[i].c.elemtype, cases[i].elem)
		}
	}
	flags := uint64(0)
	if !block {
		flags = 1
	}
	result := gfPoint(gfOperation{
		kind: gfSelect, object: gfNobody, flags: flags, cases: cases, sends: sends, payloads: payloads,
	})
	for i := 0; i < sends; i++ {
		if i != result.chosen {
			gfForget(payloads[i])
		}
	}
	if result.chosen < 0 {
		return -1, false
	}
	c := cases[result.chosen].c
	if result.chosen < sends {
		if result.panic == gfPanicSend {
			panic(plainError("send on closed channel"))
		}
		if c.dataqsiz > 0 {
			c.qcount++
		}
		return result.chosen, false
	}
	gfDeliver(c, cases[result.chosen].elem, result)
	return result.chosen, result.ok
}

// Timers are known by a number in `nextwhen`, which one that was never started has no use for.
// gfEarlyTimer notes a timer that the runtime will have in its hand until the execution begins.
func gfEarlyTimer(t *timer) {
	if GraphfuzzBefore() {
		gf.earlyTimers = append(gf.earlyTimers, t)
	}
}

func gfStartTimer(t *timer, when, period int64) bool {
	if t.nextwhen == 0 {
		gf.objects++
		gf.addresses = append(gf.addresses, 0)
		t.nextwhen = int64(gf.objects)
	}
	object := uint32(t.nextwhen - 1)
	for len(gf.timers) <= int(object) {
		gf.timers = append(gf.timers, nil)
	}
	gf.timers[object] = t
	return gfPoint(gfOperation{
		kind: gfTimerStart, object: object, form: gfTimerObject, operand: gfWaitFor(when - gfMoment.seen), period: period,
	}).ok
}

func gfStopTimer(t *timer) bool {
	return gfPoint(gfOperation{kind: gfTimerStop, object: uint32(t.nextwhen - 1), form: gfTimerObject}).ok
}

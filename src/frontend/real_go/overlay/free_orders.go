// Part of graphfuzz, compiled into package runtime of the programs that it records: what is asked of an execution. Cases of
// selects that are preferred, operations that are delayed, and operations in an order, each for a time only.

package runtime

import (
	"runtime/internal/atomic"
	"unsafe"
)

// Words of the shared memory; see free/protocol.hpp.
const (
	gfTurn      = 16 // the element of the order whose turn it is
	gfStuck     = 17 // so many went out of their turn
	gfInTurn    = 18 // so many elements of the chain in theirs
	gfPreferred = 19
	gfTimedOut  = 20
	gfDelayed   = 21
	gfPatience  = 22 // nanoseconds
	gfPositions = 23 // how many something is asked of
	gfPrefix    = 24 // elements before the chain
	gfRunner    = 25 // who has gone in its turn, and
	gfRuns      = 26 // … as which element, from 1
	gfRecorded  = 27 // of an execution that is repeated: its elements
	gfAsk       = 64 // the first position

	gfWordsOfPosition = 9
	// of a position
	gfTextAt         = 0
	gfTextLength     = 1
	gfPreferredAt    = 2
	gfPreferredCount = 3
	gfDelaysAt       = 4
	gfDelaysCount    = 5
	gfSite           = 6 // the first one, or 0
	gfVisits         = 7
	gfSelectVisits   = 8
	// of a site, which is a position of a goroutine
	gfSiteHash     = 0
	gfSiteNext     = 1
	gfSiteElement  = 2 // the first one, or 0
	gfSiteVisits   = 3
	gfElementVisit = 0
	gfElementNext  = 1
	gfElementIndex = 2

	gfLook      = 50_000 // nanoseconds
	gfLooks     = 32     // for how many of them others are not looked at
	gfCalmSpell = 20_000_000
)

func gfAdd(index uintptr) { atomic.Xadd64(gfWord(index), 1) }

// The number of the position, from 1, if something is asked of it.
func gfAsked(text string) uint32 {
	for i := uintptr(0); i < uintptr(*gfWord(gfPositions)); i++ {
		at := uintptr(gfAsk + i*gfWordsOfPosition)
		if int(*gfWord(at + gfTextLength)) != len(text) {
			continue
		}
		bytes := unsafe.Pointer(gfWord(uintptr(*gfWord(at + gfTextAt))))
		same := true
		for j := 0; j < len(text) && same; j++ {
			same = *(*byte)(add(bytes, uintptr(j))) == text[j]
		}
		if same {
			return uint32(i + 1)
		}
	}
	return 0
}

// The goroutine is about to do what is at the place. Returns the element of the order that it is, from 1, once it is its
// turn; 0 if it is none.
func gfArrives(r *gfRoutine, place uint64, kind int) uint32 {
	r.preferred = gfNoCase
	element := uint32(0)
	if asked := uintptr(place >> 32); asked != 0 {
		element = gfArrivesAsked(r, asked, kind)
	}
	// What the execution that is repeated does not have was not done before its end, a panic, say.
	if recorded := *gfWord(gfRecorded); element == 0 && place != 0 && recorded != 0 {
		gfWaitForTurn(r, recorded, false)
	}
	return element
}

func gfArrivesAsked(r *gfRoutine, asked uintptr, kind int) uint32 {
	at := gfAsk + (asked-1)*gfWordsOfPosition
	if kind == gfSelect {
		visit := atomic.Xadd64(gfWord(at+gfSelectVisits), 1)
		if visit <= *gfWord(at + gfPreferredCount) {
			r.preferred = int(int64(*gfWord(uintptr(*gfWord(at + gfPreferredAt)) + uintptr(visit-1))))
		}
	}
	if kind != gfMake && kind != gfFork {
		visit := atomic.Xadd64(gfWord(at+gfVisits), 1)
		for i := uintptr(0); i < uintptr(*gfWord(at + gfDelaysCount)); i++ {
			if *gfWord(uintptr(*gfWord(at + gfDelaysAt)) + i) == visit {
				gfAdd(gfDelayed)
				gfPause(r, gf.patience)
			}
		}
	}
	for site := uintptr(*gfWord(at + gfSite)); site != 0; site = uintptr(*gfWord(site + gfSiteNext)) {
		if *gfWord(site + gfSiteHash) != r.hash {
			continue
		}
		*gfWord(site + gfSiteVisits)++
		for element := uintptr(*gfWord(site + gfSiteElement)); element != 0; element = uintptr(*gfWord(element + gfElementNext)) {
			if *gfWord(element + gfElementVisit) == *gfWord(site + gfSiteVisits) {
				gfWaitForTurn(r, *gfWord(element + gfElementIndex), true)
				return uint32(*gfWord(element+gfElementIndex)) + 1
			}
		}
	}
	return 0
}

func gfPause(r *gfRoutine, nanoseconds int64) {
	r.inside = true
	timeSleep(nanoseconds)
	r.inside = false
}

// Until all elements before this one have happened, or the goroutine that is at the one before is blocked in it; or until
// nothing has come of waiting: for the time that there is, or a little if all others are blocked. Who is no element itself
// (named is false) does not end the turn of others by going on.
func gfWaitForTurn(r *gfRoutine, element uint64, named bool) {
	turn := gfWord(gfTurn)
	began, last := nanotime(), atomic.Load64(turn)
	busy := began // when others were last seen at work
	r.waits = true
	for looks := 1; ; looks++ {
		now := atomic.Load64(turn)
		if now >= element {
			break
		}
		if now != last {
			began, last = nanotime(), now
			busy = began
		}
		if now+1 == element && atomic.Load64(gfWord(gfRuns)) == now+1 {
			runner := guintptr(atomic.Load64(gfWord(gfRunner))).ptr()
			if runner != nil && readgstatus(runner) == _Gwaiting && atomic.Cas64(turn, now, element) {
				break
			}
		}
		if looks%gfLooks == 0 && !gfCalm(getg()) {
			busy = nanotime()
		}
		if nanotime()-began > gf.patience || looks%gfLooks == 0 && nanotime()-busy > gfCalmSpell {
			if !named || atomic.Cas64(turn, now, element) {
				gfAdd(gfStuck)
				break
			}
		}
		gfPause(r, gfLook)
	}
	r.waits = false
	if named && atomic.Load64(turn) == element {
		atomic.Store64(gfWord(gfRunner), uint64(uintptr(unsafe.Pointer(getg()))))
		atomic.Store64(gfWord(gfRuns), element+1)
		if element >= *gfWord(gfPrefix) {
			gfAdd(gfInTurn)
		}
	}
}

const gfNoCase = -2

func gfExpires(c any, seq uintptr) {
	select {
	case c.(chan bool) <- true:
	default:
	}
}

// Waits for the one case alone, for a time.
func gfPrefers(r *gfRoutine, one *scase, sends bool) (ok, done bool) {
	gfAdd(gfPreferred)
	if one.c == nil {
		gfAdd(gfTimedOut)
		return false, false
	}
	r.inside = true
	expired := make(chan bool, 1)
	t := new(timer)
	t.f, t.arg, t.when = gfExpires, expired, nanotime()+gf.patience
	addtimer(t)
	r.inside = false
	held := *(**hchan)(unsafe.Pointer(&expired))
	r.current.flags |= gfHeld
	atomicstorep(unsafe.Pointer(&r.held), unsafe.Pointer(held))
	var cases [2]scase
	var order [4]uint16
	var chosen, wanted int
	other := scase{held, nil}
	if sends {
		cases[0], cases[1] = *one, other
		chosen, ok = gfRealSelect((*scase)(noescape(unsafe.Pointer(&cases))), (*uint16)(noescape(unsafe.Pointer(&order))), nil, 1, 1, true)
	} else {
		cases[0], cases[1], wanted = other, *one, 1
		chosen, ok = gfRealSelect((*scase)(noescape(unsafe.Pointer(&cases))), (*uint16)(noescape(unsafe.Pointer(&order))), nil, 0, 2, true)
	}
	atomicstorep(unsafe.Pointer(&r.held), nil)
	r.current.flags &^= gfHeld
	deltimer(t)
	if chosen == wanted {
		return ok, true
	}
	gfAdd(gfTimedOut)
	return false, false
}

// Part of graphfuzz, compiled into package runtime of the programs that it runs: what they see of time. It moves when
// the engine says so, and a little with each step and with each look at the clock, so that no two looks of which one
// happens before the other are at the same time.

package runtime

const (
	gfWaitTime = 100
	gfFine     = 1_000
	gfCoarse   = 10_000
)

var gfMoment struct {
	seen  int64 // by the last look, or since the last step
	looks int64 // since the last step
	ahead int64 // what looks have taken that there was no room for between two steps
}

// The engine says what time it is, in nanoseconds since the beginning.
//
//go:nowritebarrierrec
func gfTimeIs(now int64) {
	faketime = gf.base + now + gfMoment.ahead
	gfMoment.seen = faketime
	gfMoment.looks = 0
}

// Somebody looks at the clock. Who does nothing else waits for time to pass: then it does for all, and faster.
//
//go:nosplit
func gfSeesTime() int64 {
	now := faketime
	gfMoment.seen = now
	gfMoment.looks++
	if gfMoment.looks < gfStepTime {
		faketime++
	} else {
		faketime += gfWaitTime
		gfMoment.ahead += gfWaitTime
	}
	return now
}

// For how long somebody wants to wait who has said a time at which it is over, and has looked at the clock for that:
// what looks and steps have taken since is not to decide which of two timers of the same time is first.
func gfWaitFor(ns int64) int64 {
	grain := int64(1)
	if ns >= 100*gfCoarse {
		grain = gfCoarse
	} else if ns >= 100*gfFine {
		grain = gfFine
	}
	if ns > 1<<62 {
		return ns
	}
	return (ns + grain - 1) / grain * grain
}

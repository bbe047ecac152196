// Part of graphfuzz, compiled into package runtime of the programs that it runs: processes of such a program that the
// engine has not started, as those of a test that runs itself again (os.Args[0]), are as if it were built without it.

package runtime

import (
	"internal/goarch"
	"runtime/internal/syscall"
	"unsafe"
)

// What the engine asks for comes first in the environment, and this is the last of it.
const gfAsked = "GRAPHFUZZ_GO="

// Before anything looks at the time.
func gfAlone() {
	if gogetenv(gfAsked[:len(gfAsked)-1]) == "" {
		faketime = 0
	} else if seconds, ok := atoi(gogetenv("GRAPHFUZZ_GO_TIME")); ok {
		faketime = int64(seconds) * 1e9
	}
}

// GraphfuzzControls tells whether the process is under control, whoever asks.
func GraphfuzzControls() bool { return gf.memory != nil }

// The program sees the environment that it would have, and so do processes that it starts.
func gfForgetVariables() {
	for i, variable := range envs {
		if gfHasPrefix(variable, gfAsked) {
			envs = envs[i+1:]
			return
		}
	}
}

// The time of day: seconds and nanoseconds.
func gfTimeOfDay() (int64, int32) {
	var now timespec
	syscall.Syscall6(gfCallTime, 0, uintptr(unsafe.Pointer(&now)), 0, 0, 0, 0)
	return now.tv_sec, int32(now.tv_nsec)
}

// Of x86-64 and AArch64, for which graphfuzz is.
const gfCallTime = 228*goarch.IsAmd64 + 113*goarch.IsArm64

var gfAskedProcessors int // 0: it has not asked for any

// GOMAXPROCS of a program under control, of which one goroutine runs at a time: what it has asked for is all it sees.
func gfProcessors(n int) int {
	before := int(gomaxprocs)
	if gfAskedProcessors != 0 {
		before = gfAskedProcessors
	}
	if n > 0 {
		gfAskedProcessors = n
	}
	return before
}

// Real time, in nanoseconds, when the execution began, less the tick by which the times of files may be late.
var gfRealBegin int64

const (
	gfTick = 10_000_000
	gfSlow = 1_000_000
)

func gfRealNow() int64 {
	seconds, nanoseconds := gfTimeOfDay()
	return seconds*1e9 + int64(nanoseconds)
}

// GraphfuzzFileTime is the virtual time for a file's real one: what the execution has written is as old as that, and not
// from the future; what was written later is a little younger.
func GraphfuzzFileTime(ns int64) int64 {
	if gfRealBegin == 0 || ns < gfRealBegin || ns > gfRealNow() {
		return ns
	}
	return gf.base + (ns-gfRealBegin)/gfSlow
}

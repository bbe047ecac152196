// Part of graphfuzz, compiled into package runtime of the programs that it runs: what versions of Go have in different
// ways. What is here is as Go 1.19 has it; versions.cpp says what later ones have instead.

package runtime

import (
	"runtime/internal/atomic"
	"unsafe"
)

func gfSize(t *_type) uintptr { return t.size }

func gfIsNew(t *timer) bool { return t.status == timerNoStatus }

// The order in which maps are gone through follows from it.
func gfSeed(seed uint64) { getg().m.fastrand = seed }

func gfPoll(delay int64) gList { return netpoll(delay) }

func gfNobodyMonitors() { atomic.Store(&sched.sysmonwait, 0) }

func gfPark(then func(*g, unsafe.Pointer) bool, why waitReason) { gopark(then, nil, why, traceEvNone, 1) }

func gfCreate(fn *funcval, by *g, pc uintptr) *g { return newproc1(fn, by, pc) }

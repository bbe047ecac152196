// Part of graphfuzz, compiled into package runtime of the programs that it runs: where the test or main is about to begin,
// the process waits to be told, and begins it in a copy of itself, so that the next execution need not start a process.

package runtime

import (
	"internal/goarch"
	"runtime/internal/atomic"
	"runtime/internal/syscall"
	"unsafe"
)

// Is there anything in the process that a copy would not have, or share? Threads that do something, and the poller.
func gfMayFork() bool {
	if iscgo || gfCallClone == 0 || netpollinited() {
		return false
	}
	here := getg().m
	lock(&sched.lock)
	defer unlock(&sched.lock)
	working := int32(0)
	for mp := allm; mp != nil; mp = mp.alllink {
		if mp != here {
			working++
		}
	}
	return working-sched.nmidle-sched.nmsys <= 0
}

// Returns in each copy.
func gfServe() {
	memory := gf.memory
	request := (*uint32)(unsafe.Pointer(&memory[gfRequest]))
	ended := (*uint32)(unsafe.Pointer(&memory[gfEnded]))
	memory[gfServes] = 1
	for last := uint32(0); ; last++ {
		for atomic.Load(request) == last {
			futex(unsafe.Pointer(request), 0, last, nil, nil, 0)
		}
		pid, _, failed := syscall.Syscall6(gfCallClone, gfSignalOfChild, 0, 0, 0, 0, 0)
		if failed == 0 && pid == 0 {
			gfBorn()
			return
		}
		var status uint32
		if failed != 0 {
			status = 127 << 8
		} else {
			memory[gfPid] = uint64(pid)
			for {
				_, _, failed := syscall.Syscall6(gfCallWait, pid, uintptr(unsafe.Pointer(&status)), 0, 0, 0, 0)
				if failed != _EINTR {
					break
				}
			}
		}
		memory[gfStatus] = uint64(status)
		atomic.Store(ended, 1)
		futex(unsafe.Pointer(ended), 1, 1, nil, nil, 0)
		turn := (*uint32)(unsafe.Pointer(&memory[gfTurn]))
		futex(unsafe.Pointer(turn), 1, 1, nil, nil, 0)
	}
}

// The copy has this thread alone. Nobody takes the processor from who is in a system call: nobody else may run then.
func gfBorn() {
	const dieWithParent, kill = 1, 9
	syscall.Syscall6(gfCallControl, dieWithParent, kill, 0, 0, 0, 0)
	mp := getg().m
	mp.procid = uint64(gettid())
	sched.midle.set(nil)
	sched.nmidle = 0
	gfNobodyMonitors()
}

// Of x86-64 and AArch64; elsewhere 0.
const (
	gfSignalOfChild = 17
	gfCallClone     = 56*goarch.IsAmd64 + 220*goarch.IsArm64
	gfCallWait      = 61*goarch.IsAmd64 + 260*goarch.IsArm64
	gfCallControl   = 157*goarch.IsAmd64 + 167*goarch.IsArm64
)

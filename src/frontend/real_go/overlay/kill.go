// Part of graphfuzz, compiled into package syscall of the programs that it runs.

package syscall

import "runtime"

// Who sends its own process a signal goes on when that has come: which thread gets it is the system's choice.
func gfAwaitsOwn(pid int, sig Signal) {
	if sig > 0 && runtime.GraphfuzzOn() && (pid == Getpid() || pid == 0) {
		runtime.GraphfuzzSignals(uint32(sig))
	}
}

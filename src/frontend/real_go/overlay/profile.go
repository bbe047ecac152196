// Part of graphfuzz, compiled into package runtime/pprof of the programs that it runs: samples are taken in real time, and
// who collects them sleeps in virtual time. So a CPU profile has none, and is written when it is stopped.

package pprof

import (
	"io"
	"runtime"
)

var gfProfile io.Writer

func gfStartsProfile(w io.Writer) bool {
	if !runtime.GraphfuzzControls() {
		return false
	}
	gfProfile = w
	return true
}

func gfStopsProfile() bool {
	w := gfProfile
	if w == nil {
		return false
	}
	gfProfile = nil
	newProfileBuilder(w).build()
	return true
}

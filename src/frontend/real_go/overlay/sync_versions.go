// Part of graphfuzz, compiled into package sync of the programs that it runs: what versions of Go have in different ways.
// What is here is as Go 1.19 has it; versions.cpp says what later ones have instead.

package sync

import "unsafe"

// Where the number of a WaitGroup is kept; and its counter, the upper half of a word.
func gfGroupNumber(wg *WaitGroup) *uint32 { return &wg.state2 }

func gfCount(wg *WaitGroup) *int32 { return (*int32)(unsafe.Add(unsafe.Pointer(&wg.state1), 4)) }

func gfDone(o *Once) bool { return o.done != 0 }

func gfSetDone(o *Once) { o.done = 1 }

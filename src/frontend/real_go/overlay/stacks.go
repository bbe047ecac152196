// Part of graphfuzz, compiled into package runtime of the programs that it runs or records: where goroutines have stopped
// that are left at the end, and who has called that.

package runtime

const gfMostCalls = 100 // the innermost ones

type gfStack struct {
	pcs   [gfMostCalls]uintptr
	count int
}

// Of a goroutine that does not run.
func (stack *gfStack) take(gp *g) {
	systemstack(func() { stack.count = gcallers(gp, 0, stack.pcs[:]) })
}

// The user's functions in it, innermost first.
func (stack *gfStack) tell(number uint64) {
	if stack.count == 0 {
		return
	}
	frames := CallersFrames(stack.pcs[:stack.count])
	for {
		frame, more := frames.Next()
		if frame.Function != "" && !gfInternal(&frame) {
			gfText(gfRecordCall, number, frame.File+":"+gfDecimal(frame.Line)+"\t"+frame.Function)
		}
		if !more {
			return
		}
	}
}

// Part of graphfuzz, compiled into package runtime of the programs that it runs: where a test fails, and what it says.

package runtime

// GraphfuzzFails is told of each test failure, with what the test has said so far. If that ends with something that one
// of the callers has said, it was said of this failure. Package testing knows which callers only help (T.Helper).
func GraphfuzzFails(output []byte) {
	if !GraphfuzzOn() {
		return
	}
	place := gfHere()
	where, text := gfSaidLast(output)
	pcs := gf.pcs[1:]
	n := callers(1, pcs)
	found, fails := false, 0
	for _, pc := range pcs[:n] {
		if funcname(findfunc(pc)) == "testing.(*common).Fail" {
			if fails++; fails > 1 {
				return // of its parent, which has been told of it
			}
		}
		if at := gfPlace(pc); where != "" && !found && gfOfUser(at) && gfIsAt(pc, where) {
			place, found = at, true
		}
	}
	if !found {
		text = ""
	}
	gfText(gfRecordFailure, uint64(place), text)
}

// The last entry of a test's log, "    pool_test.go:12: text", of which other lines begin with more blanks: where that is,
// and the text.
func gfSaidLast(output []byte) (string, string) {
	const margin = "    "
	log := string(output)
	for begin := len(log) - 1; begin >= 0; begin-- {
		if begin > 0 && log[begin-1] != '\n' {
			continue
		}
		entry := log[begin:]
		if !gfHasPrefix(entry, margin) || len(entry) == len(margin) || entry[len(margin)] == ' ' {
			continue
		}
		entry = entry[len(margin):]
		for i := 0; i+1 < len(entry); i++ {
			if entry[i] == ':' && entry[i+1] == ' ' {
				return entry[:i], entry[i+2:]
			}
		}
		break
	}
	return "", ""
}

// Is the place of the return address called so, "pool_test.go:12"?
func gfIsAt(pc uintptr, where string) bool {
	gf.pcs[0] = pc
	frames := CallersFrames(gf.pcs[:1])
	for {
		frame, more := frames.Next()
		line := frame.File + ":" + gfDecimal(frame.Line)
		if begin := len(line) - len(where); begin > 0 && line[begin-1] == '/' && line[begin:] == where {
			return true
		}
		if !more {
			return false
		}
	}
}

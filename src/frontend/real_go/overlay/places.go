// Part of graphfuzz, compiled into package runtime of the programs that it runs or records: whose functions are whose.

package runtime

import "internal/abi"

func gfHasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// Is the function of the standard library, or of what the toolchain has written, rather than of the user?
func gfInternal(frame *Frame) bool {
	if gfRoot != "" {
		return gfHasPrefix(frame.File, gfRoot) || frame.File == "_testmain.go"
	}
	for _, prefix := range [...]string{"runtime.", "sync.", "sync/atomic.", "time.", "reflect.", "internal/", "testing."} {
		if gfHasPrefix(frame.Function, prefix) {
			return true
		}
	}
	return false
}

// Where the standard library's sources are; nothing if the program does not know.
var gfRoot string

func gfFindRoot() {
	const known = "runtime/proc.go"
	file, _ := funcline(findfunc(abi.FuncPCABIInternal(main)), abi.FuncPCABIInternal(main))
	if len(file) >= len(known) && file[len(file)-len(known):] == known {
		gfRoot = file[:len(file)-len(known)]
	}
}

func gfDecimal(n int) string {
	var buffer [20]byte
	return string(itoa(buffer[:], uint64(n)))
}

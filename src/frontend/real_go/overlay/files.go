// Part of graphfuzz, compiled into package runtime of the programs that it runs: uses of what is outside, of which the
// engine is told as of accesses to variables. One stands for all that is in files, and one for the offset of each open one.

package runtime

const (
	gfMostFiles = 1 << 10 // open at once that are told apart
	gfAllFiles  = 0
)

// GraphfuzzUsesNetwork says that the network is used.
func GraphfuzzUsesNetwork() { gf.memory[gfNetwork] = 1 }

// GraphfuzzUsesFiles says that something of what is in files, and what there are, is looked at, or changed.
func GraphfuzzUsesFiles(changes bool) {
	gfUsesOutside(gfAllFiles, changes)
}

// GraphfuzzUsesFile says that the offset of an open file is used.
func GraphfuzzUsesFile(fd uintptr) {
	gfUsesOutside(1+uint64(fd%gfMostFiles)+gf.files[fd%gfMostFiles]*gfMostFiles, true)
}

// GraphfuzzClosesFile says that the number will be that of another one.
func GraphfuzzClosesFile(fd uintptr) {
	GraphfuzzUsesFile(fd)
	gf.files[fd%gfMostFiles]++
}

func gfUsesOutside(variable uint64, changes bool) {
	writes := uint64(0)
	if changes {
		writes = 1
	}
	gfPut(gfRecordOutside, uint64(getg().gf-1), variable, writes)
}

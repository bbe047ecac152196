// Part of graphfuzz, compiled into package syscall of the programs that it runs: what is told of the network and of files,
// which nobody controls. The order of two uses matters if no synchronisation has made it and one of them changes something.

package syscall

import "runtime"

// Numbers of fstatat, which has other names on other machines.
const (
	gfStatOfAmd64 = 262
	gfStatOfArm64 = 79
)

// A system call has been made. (Before it nothing may be done that might move the stack, which its arguments point into.)
func gfOutside(trap, fd, flags uintptr) {
	if !runtime.GraphfuzzOn() {
		return
	}
	switch trap {
	case SYS_BIND, SYS_CONNECT, SYS_LISTEN, SYS_ACCEPT4, SYS_SENDTO, SYS_RECVFROM, SYS_SENDMSG, SYS_RECVMSG, SYS_SHUTDOWN:
		runtime.GraphfuzzUsesNetwork()
	case SYS_OPENAT:
		runtime.GraphfuzzUsesFiles(flags&(O_CREAT|O_TRUNC) != 0)
	case gfStatOfAmd64, gfStatOfArm64:
		if runtime.GOARCH == "amd64" == (trap == gfStatOfAmd64) {
			runtime.GraphfuzzUsesFiles(false)
		}
	case SYS_FACCESSAT, SYS_READLINKAT, SYS_FSTAT, SYS_PREAD64:
		runtime.GraphfuzzUsesFiles(false)
	case SYS_READ, SYS_GETDENTS64, SYS_LSEEK:
		runtime.GraphfuzzUsesFiles(false)
		runtime.GraphfuzzUsesFile(fd) // its offset
	case SYS_WRITE:
		if fd == uintptr(Stdout) || fd == uintptr(Stderr) {
			return // who says what first is of no interest
		}
		runtime.GraphfuzzUsesFiles(true)
	case SYS_PWRITE64, SYS_FTRUNCATE, SYS_TRUNCATE, SYS_UNLINKAT, SYS_RENAMEAT, SYS_MKDIRAT, SYS_LINKAT, SYS_SYMLINKAT,
		SYS_FCHMOD, SYS_FCHMODAT, SYS_UTIMENSAT, SYS_FALLOCATE, SYS_FLOCK, SYS_CHDIR:
		runtime.GraphfuzzUsesFiles(true)
	case SYS_CLOSE:
		runtime.GraphfuzzClosesFile(fd)
	}
}

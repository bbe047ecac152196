// Part of graphfuzz, compiled into package os of the programs that it runs: how old files are, in virtual time.

package os

import (
	"runtime"
	"time"
)

func gfFileTime(t time.Time) time.Time { return time.Unix(0, runtime.GraphfuzzFileTime(t.UnixNano())) }

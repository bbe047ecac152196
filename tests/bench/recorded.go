// How much recording costs: the time of an operation, in ns, into the file that is named. Run by itself, and recorded:
//
//	go run tests/bench/recorded.go times
//	graphfuzz go run --free --strategy random -n 1 tests/bench/recorded.go -- "$PWD/times"
package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	const times = 100_000
	report := ""
	measure := func(what string, operations int64, f func()) {
		began := time.Now()
		for i := 0; i < times; i++ {
			f()
		}
		report += fmt.Sprintf("%s %.1f\n", what, float64(time.Since(began).Nanoseconds())/float64(times*operations))
	}
	c := make(chan int, 1)
	var m sync.Mutex
	var x int64
	measure("channel", 2, func() { c <- 1; <-c })
	measure("mutex", 2, func() { m.Lock(); m.Unlock() })
	measure("atomic", 1, func() { atomic.AddInt64(&x, 1) })
	if err := os.WriteFile(os.Args[1], []byte(report), 0o600); err != nil {
		panic(err)
	}
}

#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

const std::string_view kRuntime = R"go(
package runtime

type Error interface {
	error
	RuntimeError()
}

type runtimeError string

func (e runtimeError) Error() string { return string(e) }
func (e runtimeError) RuntimeError() {}

func Goexit()
func Gosched()
func NumGoroutine() int

func NumCPU() int          { return 1 }
func GOMAXPROCS(n int) int { return 1 }
func GC()                  {}
)go";

const std::string_view kOs = R"go(
package os

type File struct{ fd int }

var Stdout = &File{1}
var Stderr = &File{2}

var Args = []string{"program"}

func Exit(code int)
func write(fd int, p []byte)

func (f *File) Write(p []byte) (n int, err error) {
	write(f.fd, p)
	return len(p), nil
}

func (f *File) WriteString(s string) (n int, err error) { return f.Write([]byte(s)) }
)go";

/// Without the time of day in front of each line.
const std::string_view kLog = R"go(
package log

import (
	"fmt"
	"os"
)

func Print(a ...any)                 { line(fmt.Sprint(a...)) }
func Println(a ...any)               { fmt.Println(a...) }
func Printf(format string, a ...any) { line(fmt.Sprintf(format, a...)) }

func line(text string) {
	if len(text) == 0 || text[len(text)-1] != '\n' {
		text += "\n"
	}
	fmt.Print(text)
}

func Fatal(a ...any)                 { Print(a...); os.Exit(1) }
func Fatalln(a ...any)               { Println(a...); os.Exit(1) }
func Fatalf(format string, a ...any) { Printf(format, a...); os.Exit(1) }
func Panic(a ...any)                 { Print(a...); panic(fmt.Sprint(a...)) }
func Panicf(format string, a ...any) { Printf(format, a...); panic(fmt.Sprintf(format, a...)) }
func SetFlags(flag int)              {}
)go";

const std::string_view kSort = R"go(
package sort

type Interface interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

func Sort(data Interface) {
	for i := 1; i < data.Len(); i++ {
		for j := i; j > 0 && data.Less(j, j-1); j-- {
			data.Swap(j, j-1)
		}
	}
}

func Stable(data Interface) { Sort(data) }

func Ints(x []int) {
	for i := 1; i < len(x); i++ {
		for j := i; j > 0 && x[j] < x[j-1]; j-- {
			x[j], x[j-1] = x[j-1], x[j]
		}
	}
}

func Strings(x []string) {
	for i := 1; i < len(x); i++ {
		for j := i; j > 0 && x[j] < x[j-1]; j-- {
			x[j], x[j-1] = x[j-1], x[j]
		}
	}
}
)go";

/// Subtests are goroutines that the test waits for, as in Go; t.Parallel does nothing. Whether a test has ended is
/// looked at atomically, so that both orders of its end and of what others report are explored.
const std::string_view kTesting = R"go(
package testing

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

type TB interface {
	Error(a ...any)
	Errorf(format string, a ...any)
	Fatal(a ...any)
	Fatalf(format string, a ...any)
	Fail()
	FailNow()
	Failed() bool
	Helper()
	Log(a ...any)
	Logf(format string, a ...any)
	Name() string
}

type T struct {
	name     string
	failed   bool
	done     int32
	parent   *T
	cleanups []func()
}

func report(text string)

func (t *T) live(what string) {
	if atomic.LoadInt32(&t.done) != 0 {
		panic(what + " in goroutine after " + t.name + " has completed")
	}
}

func (t *T) fail(text string) {
	t.live("Fail")
	report(text)
	t.mark()
}

func (t *T) mark() {
	for u := t; u != nil; u = u.parent {
		u.failed = true
	}
}

func (t *T) Error(a ...any)                 { t.fail(fmt.Sprintln(a...)) }
func (t *T) Errorf(format string, a ...any) { t.fail(fmt.Sprintf(format, a...)) }
func (t *T) Fatal(a ...any)                 { t.fail(fmt.Sprintln(a...)); runtime.Goexit() }
func (t *T) Fatalf(format string, a ...any) { t.fail(fmt.Sprintf(format, a...)); runtime.Goexit() }
func (t *T) Fail()                          { t.fail("Fail") }
func (t *T) FailNow()                       { t.fail("FailNow"); runtime.Goexit() }
func (t *T) Failed() bool                   { return t.failed }
func (t *T) Helper()                        {}
func (t *T) Parallel()                      {}
func (t *T) Name() string                   { return t.name }
func (t *T) Log(a ...any)                   { t.live("Log"); fmt.Println(a...) }
func (t *T) Logf(format string, a ...any)   { t.live("Log"); fmt.Println(fmt.Sprintf(format, a...)) }
func (t *T) Skip(a ...any)                  { runtime.Goexit() }
func (t *T) Skipf(format string, a ...any)  { runtime.Goexit() }
func (t *T) SkipNow()                       { runtime.Goexit() }
func (t *T) Cleanup(f func())               { t.cleanups = append(t.cleanups, f) }

func (t *T) finish() {
	for i := len(t.cleanups) - 1; i >= 0; i-- {
		t.cleanups[i]()
	}
	atomic.StoreInt32(&t.done, 1)
}

func (t *T) Run(name string, f func(t *T)) bool {
	sub := &T{name: t.name + "/" + name, parent: t}
	done := make(chan bool, 1)
	go func() {
		defer func() { done <- true }()
		defer sub.finish()
		f(sub)
	}()
	<-done
	return !sub.failed
}

func runTest(name string, f func(t *T)) {
	t := &T{name: name}
	defer t.finish()
	f(t)
}

func Short() bool   { return false }
func Verbose() bool { return false }
)go";

}  // namespace graphfuzz::go::packages

#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

/// Time is logical: it passes when the engine says so. A Time counts nanoseconds since the program's beginning.
const std::string_view kTime = R"go(
package time

type Duration int64

const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

func (d Duration) Nanoseconds() int64  { return int64(d) }
func (d Duration) Microseconds() int64 { return int64(d) / 1000 }
func (d Duration) Milliseconds() int64 { return int64(d) / 1000000 }
func (d Duration) Seconds() float64    { return float64(d) / 1e9 }
func (d Duration) Minutes() float64    { return float64(d) / 6e10 }
func (d Duration) Hours() float64      { return float64(d) / 3.6e12 }

func digits(n uint64) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + string(rune('0'+n%10))
}

// part is n / unit, with the fraction as far as it is not zero.
func part(n, unit uint64) string {
	text := digits(n / unit)
	rest := n % unit
	if rest == 0 {
		return text
	}
	text += "."
	for rest != 0 {
		unit /= 10
		text += digits(rest / unit)
		rest %= unit
	}
	return text
}

func (d Duration) String() string {
	if d == 0 {
		return "0s"
	}
	if d < 0 {
		return "-" + (-d).String()
	}
	n := uint64(d)
	if d < Microsecond {
		return digits(n) + "ns"
	}
	if d < Millisecond {
		return part(n, 1000) + "µs"
	}
	if d < Second {
		return part(n, 1000000) + "ms"
	}
	text := ""
	if d >= Hour {
		text = digits(n/uint64(Hour)) + "h"
	}
	if d >= Minute {
		text += digits(n%uint64(Hour)/uint64(Minute)) + "m"
	}
	return text + part(n%uint64(Minute), uint64(Second)) + "s"
}

type Month int

type Time struct{ ns int64 }

func now() int64

func Now() Time                         { return Time{now()} }
func Since(t Time) Duration             { return Now().Sub(t) }
func Until(t Time) Duration             { return t.Sub(Now()) }
func Unix(sec, nsec int64) Time         { return Time{sec*1000000000 + nsec} }
func (t Time) Sub(u Time) Duration      { return Duration(t.ns - u.ns) }
func (t Time) Add(d Duration) Time      { return Time{t.ns + int64(d)} }
func (t Time) After(u Time) bool        { return t.ns > u.ns }
func (t Time) Before(u Time) bool       { return t.ns < u.ns }
func (t Time) Equal(u Time) bool        { return t.ns == u.ns }
func (t Time) IsZero() bool             { return t.ns == 0 }
func (t Time) Unix() int64              { return t.ns / 1000000000 }
func (t Time) UnixNano() int64          { return t.ns }
func (t Time) UnixMilli() int64         { return t.ns / 1000000 }

func Sleep(d Duration)

type Timer struct {
	C <-chan Time
	c chan Time
	f func()
}

func startTimer(t *Timer, c chan Time, f func(), d, period int64)
func stopTimer(t *Timer) bool

// sendTime is what the goroutine of a timer with a channel does.
func sendTime(c chan Time) {
	select {
	case c <- Now():
	default:
	}
}

func NewTimer(d Duration) *Timer {
	c := make(chan Time, 1)
	t := &Timer{C: c, c: c}
	startTimer(t, c, nil, int64(d), 0)
	return t
}

func After(d Duration) <-chan Time { return NewTimer(d).C }

func AfterFunc(d Duration, f func()) *Timer {
	t := &Timer{f: f}
	startTimer(t, nil, f, int64(d), 0)
	return t
}

func (t *Timer) Stop() bool { return stopTimer(t) }

func (t *Timer) Reset(d Duration) bool {
	active := stopTimer(t)
	startTimer(t, t.c, t.f, int64(d), 0)
	return active
}

type Ticker struct {
	C <-chan Time
	t *Timer
}

func NewTicker(d Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	c := make(chan Time, 1)
	t := &Timer{C: c, c: c}
	startTimer(t, c, nil, int64(d), int64(d))
	return &Ticker{c, t}
}

func Tick(d Duration) <-chan Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}

func (t *Ticker) Stop() { stopTimer(t.t) }

func (t *Ticker) Reset(d Duration) {
	stopTimer(t.t)
	startTimer(t.t, t.t.c, nil, int64(d), int64(d))
}
)go";

}  // namespace graphfuzz::go::packages

// Part of graphfuzz, compiled into package runtime of the programs that it runs: signals. Who passes them on to those that
// asked for them waits for a channel; a signal is sent there by whoever stops next at a point.

package runtime

import "runtime/internal/atomic"

var gfSignals struct {
	channel chan struct{}
	sent    bool // and not yet received
	served  bool // by a goroutine that is under control
	passing bool // it has taken one, and has not come back
	idle    []chan struct{}
}

// Is it what passes signals on, which is started by who asks for the first one?
func gfServesSignals(fn *funcval) bool { return funcname(findfunc(fn.fn)) == "os/signal.loop" }

// Before the goroutine of package os/signal takes a signal.
func gfAwaitsSignal() {
	if gfSignals.channel == nil {
		gfSignals.channel = make(chan struct{}, 1)
	}
	gfSignals.passing = false
	for !gfHasSignal() {
		if len(gfSignals.idle) > 0 {
			waits := gfSignals.idle[0]
			gfSignals.idle = gfSignals.idle[1:]
			close(waits) // others may send signals before that
			continue
		}
		<-gfSignals.channel
		gfSignals.sent = false
	}
	gfSignals.passing = true
	gf.memory[gfSignalled]++
}

// Waits until what has come is passed on, as signal.Stop does.
func gfAwaitsPassedOn() {
	gfPassesSignalsOn()
	if !gfSignals.served || !gfSignals.sent && !gfSignals.passing && !gfHasSignal() {
		return
	}
	waits := make(chan struct{})
	gfSignals.idle = append(gfSignals.idle, waits)
	<-waits
}

func gfHasSignal() bool {
	for i := range sig.mask {
		if atomic.Load(&sig.mask[i]) != 0 || sig.recv[i] != 0 {
			return true
		}
	}
	return false
}

// GraphfuzzSignals waits until a signal has come that was sent to this process, if somebody has asked for it.
func GraphfuzzSignals(number uint32) {
	gf.memory[gfSignalled]++
	const most, pause = 1000, 20 // microseconds
	bit := uint32(1) << (number & 31)
	if int(number/32) >= len(sig.mask) || atomic.Load(&sig.wanted[number/32])&bit == 0 {
		return
	}
	for waited := uint32(0); waited < most && atomic.Load(&sig.mask[number/32])&bit == 0; waited += pause {
		usleep(pause)
	}
}

func gfPassesSignalsOn() {
	if gfSignals.channel == nil || gfSignals.sent || !gfHasSignal() {
		return
	}
	gfSignals.sent = true
	gfSignals.channel <- struct{}{}
}

// What a goroutine does until gfComesBack is not under control: it talks to one of the runtime's.
func gfLeaves() uint32 {
	if !GraphfuzzOn() {
		return 0
	}
	gp := getg()
	number := gp.gf
	gp.gf = 0
	return number
}

func gfComesBack(number uint32) { getg().gf = number }

// order-based-fuzzing.md, "Example": the mixed deadlock of Kubernetes. Without gofmt, so that the lines are numbered as in the document.
// bug: leak send
// bug: leak lock
// class: spec
package main
import ("sync"; "time")
var m, c = sync.Mutex{}, make(chan bool)
func R1() {
	for i := 0; i < 2; i++ {
		<-c        // 10
		m.Lock()   // 11 // BUG
		m.Unlock() // 12
	}
}

func R2() {
	m.Lock()   // 17
	c <- true  // 18 // BUG
	m.Unlock() // 19
}

func main() {
	go R1() // G1
	go R2() // G2
	go R2() // G3
	time.Sleep(10 * time.Millisecond) // for a plain run: what is left then is blocked for ever
}

// order-based-fuzzing.md, "Fragmentation": the program from whose trace the text takes its examples of what is a
// scheduling chain and what is not. It has no bug.
// bug: none
// class: spec
package main

func main() {
	c := make(chan int, 3)
	d := make(chan int)

	go func() { // G1
		c <- 1
		d <- 1
		c <- 1
	}()

	<-d
	<-c
	<-c
}

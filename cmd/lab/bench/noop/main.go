// Command noop is the yardstick of the bench: what any Go program with cgo costs
// before it does anything. It must import nothing else.
package main

// static void nothing(void) {}
import "C"

func main() { C.nothing() }

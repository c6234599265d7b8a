// Command empty is the second yardstick of the bench: what any Go program without cgo
// costs. It must import nothing.
package main

func main() {}

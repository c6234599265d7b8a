//go:build !linux

package serve

// giveWay does nothing: elsewhere a thread's priority is not a file's or a call's
// away, and the work stops for hooks in any case.
func giveWay() {}

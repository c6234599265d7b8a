// Package deadline has deadlines that may be put off while somebody waits for the work.
package deadline

import "time"

// Deadline reports how long there still is; at most 0: time is up. Nil is no
// deadline. It may be put off while it is waited for, so whoever waits asks again.
type Deadline func() time.Duration

// Until is the deadline at a moment of a clock; the zero time is none.
func Until(at time.Time, now func() time.Time) Deadline {
	if at.IsZero() {
		return nil
	}
	return func() time.Duration { return at.Sub(now()) }
}

// Passed reports whether time is up.
func (d Deadline) Passed() bool { return d != nil && d() <= 0 }

// Await receives a value unless time is up first.
func Await[T any](ready <-chan T, d Deadline) (got T, inTime bool) {
	if d == nil {
		return <-ready, true
	}
	timer := time.NewTimer(d())
	defer timer.Stop()
	for {
		select {
		case got = <-ready:
			return got, true
		case <-timer.C:
			left := d()
			if left <= 0 {
				return got, false
			}
			timer.Reset(left)
		}
	}
}

// Then calls do when time is up, on a goroutine of its own, unless it is stopped
// before.
func (d Deadline) Then(do func()) (stop func()) {
	stopped := make(chan struct{})
	if d != nil {
		go func() {
			if _, inTime := Await(stopped, d); !inTime {
				do()
			}
		}()
	}
	return func() { close(stopped) }
}

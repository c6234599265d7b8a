package deadline

import (
	"testing"
	"time"
)

// Ensure a deadline that is put off is waited for again, one that is none for as long as
// it takes, and that what comes in time is received.
func TestAwait(t *testing.T) {
	never, ready := make(chan int), make(chan int, 1)
	asked := 0
	putOff := Deadline(func() time.Duration { asked++; return time.Duration(3-asked) * time.Millisecond })
	if _, inTime := Await(never, putOff); inTime || asked < 3 {
		t.Errorf("in time %v after %d questions", inTime, asked)
	}
	for name, deadline := range map[string]Deadline{"none": nil, "far": Until(time.Now().Add(time.Minute), time.Now)} {
		ready <- 7
		if got, inTime := Await(ready, deadline); got != 7 || !inTime {
			t.Errorf("%s: got %d, %v", name, got, inTime)
		}
	}
}

// Ensure what is to be done when time is up is done then, and not after it was stopped.
func TestThen(t *testing.T) {
	done := make(chan bool, 2)
	stop := Deadline(func() time.Duration { return 0 }).Then(func() { done <- true })
	<-done
	stop()
	stop = Until(time.Now().Add(time.Hour), time.Now).Then(func() { done <- true })
	stop()
	if Deadline(nil).Then(func() { done <- true })(); len(done) > 0 {
		t.Error("it was done")
	}
}

package index

import "sync"

// ahead does work on goroutines of its own, some of it ahead of who takes the results, in
// the order of what was given. See RATIONALE.md, "Why does the model load beside the
// search?".
type ahead[Result any] struct {
	slots chan chan done[Result] // each takes one result
	next  chan done[Result]      // taken from slots
	end   chan struct{}
	wait  sync.WaitGroup
}

type done[Result any] struct {
	result   Result
	panicked any
}

// startAhead works on all of a list, of which at most so many results wait to be taken. Who
// starts it must stop it.
func startAhead[Work, Result any](list []Work, workers, most int, do func(Work) Result) *ahead[Result] {
	type job struct {
		work Work
		into chan done[Result]
	}
	a := &ahead[Result]{slots: make(chan chan done[Result], most), end: make(chan struct{})}
	jobs := make(chan job)
	a.wait.Go(func() {
		defer close(jobs)
		defer close(a.slots)
		for _, work := range list {
			select {
			case <-a.end:
				return
			default:
			}
			into := make(chan done[Result], 1)
			select {
			case a.slots <- into:
			case <-a.end:
				return
			}
			jobs <- job{work, into} // workers take all of them
		}
	})
	for range min(len(list), max(1, workers)) {
		a.wait.Go(func() {
			for next := range jobs {
				next.into <- unpanicked(do, next.work)
			}
		})
	}
	return a
}

func unpanicked[Work, Result any](do func(Work) Result, work Work) (d done[Result]) {
	defer func() {
		if reason := recover(); reason != nil {
			d.panicked = reason
		}
	}()
	d.result = do(work)
	return d
}

// take waits for the next result; it is not ok where there are no more.
func (a *ahead[Result]) take() (result Result, ok bool) {
	if a.next == nil {
		a.next = <-a.slots
	}
	if a.next == nil {
		return result, false
	}
	return a.given(<-a.next), true
}

// takeReady is take without waiting: it is not ok where the next result is not there yet.
func (a *ahead[Result]) takeReady() (result Result, ok bool) {
	if a.next == nil {
		select {
		case a.next = <-a.slots:
		default:
		}
	}
	select {
	case d := <-a.next: // never, of none
		return a.given(d), true
	default:
		return result, false
	}
}

// given panics as if the work had been done by who takes it.
func (a *ahead[Result]) given(d done[Result]) Result {
	a.next = nil
	if d.panicked != nil {
		panic(d.panicked)
	}
	return d.result
}

// stop waits until no more work is done.
func (a *ahead[Result]) stop() {
	close(a.end)
	a.wait.Wait()
}

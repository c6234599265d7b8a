package serve

import (
	"sync"
	"time"
)

// Gate lets work that can wait go on only while nothing is served.
type Gate struct {
	mutex   sync.Mutex
	serving int
	free    chan struct{} // closed when nothing is served any more; nil while nothing is
	last    time.Time     // when that was
}

// Serve keeps others waiting until the returned function is called.
func (g *Gate) Serve() (done func()) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.serving++; g.serving == 1 {
		g.free = make(chan struct{})
	}
	return sync.OnceFunc(g.leave)
}

func (g *Gate) leave() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.serving--; g.serving == 0 {
		close(g.free)
		g.free, g.last = nil, time.Now()
	}
}

// Wait returns once nothing is served, or when stop is closed.
func (g *Gate) Wait(stop <-chan struct{}) {
	for {
		g.mutex.Lock()
		free := g.free
		g.mutex.Unlock()
		if free == nil {
			return
		}
		select {
		case <-free:
		case <-stop:
			return
		}
	}
}

// LastServed is when something was served last: now, while something is.
func (g *Gate) LastServed() time.Time {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.serving > 0 {
		return time.Now()
	}
	return g.last
}

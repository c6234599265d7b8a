package warm

import (
	"errors"
	"os"
	"time"
)

// lateRest is how long hooks work alone after one waited in vain. By then a server that
// is stuck knows it, and refuses; one that was only slow has caught up.
const lateRest = 2 * time.Second

var errLate = errors.New("the server let a hook wait in vain a moment ago")

// isLate reports whether a hook has waited in vain of late. A mark of the future is
// of another clock.
func (p Place) isLate() bool {
	info, err := os.Lstat(p.Late)
	if err != nil {
		return false
	}
	age := time.Since(info.ModTime())
	return age >= 0 && age < lateRest
}

// Late has hooks leave the server alone for a while: for who has waited in vain. It
// needs no answer and may be called while Wait waits.
func (c *Call) Late() error { return c.place.markLate() }

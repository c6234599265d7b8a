package ui_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// countdown is a context that ends once it has been asked so many times whether it has.
type countdown struct {
	context.Context
	asked atomic.Int64
	ends  int64
	ended chan struct{}
	once  sync.Once
}

func newCountdown(t *testing.T, ends int64) *countdown {
	return &countdown{Context: t.Context(), ends: ends, ended: make(chan struct{})}
}

func (c *countdown) Err() error {
	if c.asked.Add(1) <= c.ends {
		return nil
	}
	c.once.Do(func() { close(c.ended) })
	return context.Canceled
}

func (c *countdown) Done() <-chan struct{} { return c.ended }

// Ensure that a command whose page was left ends soon, wherever it is: it prints nothing, and
// says that it was ended.
func TestLeftCommandsEnd(t *testing.T) {
	folder := dayHome(t)
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	t.Chdir(filepath.Join(folder, "work", "orders-api"))
	for _, line := range []string{"doctor", "digest", "skills budget --window 2000", "skills budget --plan --window 2000", "skills map", "skills probe database-migrations", "skills collide"} {
		for _, ends := range []int64{0, 1, 4} {
			var out, errOut bytes.Buffer
			e := env.Of(wire.ShippedKinds(), environ, strings.NewReader(""), &out, &errOut, time.Now())
			e.ReadOnly = true
			left := newCountdown(t, ends)
			code := program.ExecuteIn(left, e, append(strings.Fields(line), "--json"))
			if code == env.ExitOK || out.Len() > 0 || !strings.Contains(errOut.String(), context.Canceled.Error()) {
				t.Errorf("%s, left after %d steps, ended with %d and said %.200s%.200s", line, ends, code, fmt.Sprint(&out), &errOut)
			}
			if more := left.asked.Load() - ends; more > 50 {
				t.Errorf("%s, left after %d steps, went on for %d", line, ends, more)
			}
		}
	}
}

package cli

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"golang.org/x/term"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// progressDelay keeps short work from showing a bar at all.
const progressDelay = 400 * time.Millisecond

// Progress shows long work: a bar on a terminal, else a line now and then.
type Progress struct {
	env     *env.Env
	quiet   bool
	drawn   bool // as a bar
	began   time.Time
	lastAt  time.Time
	writer  progress.Writer
	tracker *progress.Tracker
	name    string
	Unit    string // of what is counted; empty where the name says it
}

// NewProgress returns what shows how far work is; quiet: nothing does.
func NewProgress(e *env.Env, quiet bool) *Progress {
	file, isFile := e.RawErr.(*os.File)
	return &Progress{env: e, quiet: quiet, drawn: isFile && isTerminal(file), began: e.Now(), lastAt: e.Now()}
}

// lineEvery is how often work that has no terminal says how far it is.
const lineEvery = 5 * time.Second

// Step reports how far a named step is.
func (p *Progress) Step(name string, done, all int) {
	now := p.env.Now()
	if p.quiet || now.Sub(p.began) < progressDelay {
		return
	}
	if !p.drawn {
		p.line(name, done, all, now)
		return
	}
	if p.writer == nil {
		p.start()
	}
	if p.name != name {
		p.endTracker(true)
		p.name = name
		p.tracker = &progress.Tracker{Message: strings.TrimSuffix(name+", "+p.Unit, ", ")}
		p.writer.AppendTracker(p.tracker)
	}
	p.tracker.UpdateTotal(int64(all)) // which may not be known at first
	p.tracker.SetValue(int64(done))
}

// endTracker ends the bar of a step, whose total may have stayed unknown.
func (p *Progress) endTracker(whole bool) {
	switch {
	case p.tracker == nil:
	case whole:
		p.tracker.MarkAsDone()
	default:
		p.tracker.MarkAsErrored()
	}
}

// line says where there is no terminal what has begun, and how far it is now
// and then.
func (p *Progress) line(name string, done, all int, now time.Time) {
	switch {
	case p.name != name:
		p.name = name
		fmt.Fprintf(p.env.ErrOut, "%s …\n", name)
	case now.Sub(p.lastAt) >= lineEvery && all > 0:
		fmt.Fprintln(p.env.ErrOut, strings.TrimSpace(fmt.Sprintf("%s %d of %d %s", name, done, all, p.Unit)))
	default:
		return
	}
	p.lastAt = now
}

func (p *Progress) start() {
	p.writer = progress.NewWriter()
	p.writer.SetOutputWriter(p.env.RawErr)
	p.writer.SetUpdateFrequency(100 * time.Millisecond)
	p.writer.SetTrackerLength(30)
	p.writer.Style().Visibility.Value = true
	go p.writer.Render() // draws until end stops it
}

// drawTime is how long the last drawing is waited for.
const drawTime = 2 * time.Second

// End leaves the last state on the screen: done, or how far it came.
func (p *Progress) End() {
	if p.writer == nil {
		return
	}
	p.endTracker(p.tracker.Value() >= p.tracker.Total)
	for end := time.Now().Add(drawTime); p.writer.LengthActive() > 0 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	p.writer.Stop()
	for p.writer.IsRenderInProgress() {
		time.Sleep(10 * time.Millisecond)
	}
}

func isTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

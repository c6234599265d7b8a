package hostile

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// What a guest may cost this process. Fuel aims at a tenth of a second; these
// are bounds of a machine that is busy with other things.
const (
	processorMax = 2 * time.Second
	peakBytesMax = 300 << 20
	messageMax   = 2<<10 + 100 // bytes of an error, and what the engine says around it
)

// guestsDaily is how many guests a sample has; make soak plays all.
const guestsDaily = 80

// Ensure that every hostile guest ends with the error that its file names, in
// the phase that it names, inside its budgets, and that the same process and
// runtime then serve a good guest as before.
func TestGuests(t *testing.T) {
	good, hostile := wasmGuests(t)
	s := newStage(t, t.TempDir(), false)
	check := s.good(t, good)
	hostile = append(hostile, guests(t, crowds...)...)
	hostile = append(hostile, guests(t, misshapen...)...)
	for _, g := range sampletest.Some(append(hostile, heavy(t, good, hostile)...), guestsDaily, guest.label) {
		t.Run(g.name, func(t *testing.T) {
			s.play(t, g)
			check(t)
		})
	}
}

// Ensure that what cannot be compiled in time or memory is refused by the child
// that tries, and that this process does not notice. Each takes ten seconds of a processor.
func TestBombs(t *testing.T) {
	good, _ := wasmGuests(t)
	s := newStage(t, t.TempDir(), false)
	check := s.good(t, good)
	t.Run("all", func(t *testing.T) {
		for _, g := range sampletest.Some(guests(t, bombs...), 1, guest.label) {
			t.Run(g.name, func(t *testing.T) {
				t.Parallel() // each waits for its child for ten seconds
				s.play(t, g)
			})
		}
	})
	check(t)
}

// label returns what a sample is drawn by.
func (g guest) label() string { return g.name }

// good runs the guest that is asked after every other, and gives the test that
// it answers what it did when nothing had run.
func (s *stage) good(t *testing.T, g guest) (check func(*testing.T)) {
	t.Helper()
	unvetted := g // what request_unvetted names: other bytes, the same code
	unvetted.name, unvetted.code = "unvetted", append(bytes.Clone(g.code), 0, 2, 1, 'x')
	if _, err := s.install(t, unvetted); err != nil {
		t.Fatal(err)
	}
	first := s.run(t, g, abi.DefaultBudgets())
	for _, problem := range g.problems(first) {
		t.Fatal(problem)
	}
	return func(t *testing.T) {
		t.Helper()
		ruleset, err := s.engine.Set.Load("custom/" + g.name)
		if err != nil {
			t.Fatal(err)
		}
		if again := s.consult(t, ruleset, abi.DefaultBudgets()); again.String() != first.String() {
			t.Errorf("then the good guest ended so: %s\nbefore: %s", again, first)
		}
	}
}

// play runs a guest and looks at how it ends and what that costs.
func (s *stage) play(t *testing.T, g guest) {
	t.Helper()
	for _, other := range g.with {
		for _, problem := range other.problems(s.run(t, other, abi.DefaultBudgets())) {
			t.Fatal(problem)
		}
	}
	if g.make != nil {
		g.code = g.make()
	}
	measured := func() (got ending, used time.Duration, peak int64) {
		debug.FreeOSMemory() // what guests before this one left
		resetPeak()
		began := processorTime()
		got = s.run(t, g, abi.DefaultBudgets())
		return got, processorTime() - began, peakBytes()
	}
	got, used, peak := measured()
	if peak > peakBytesMax { // on a busy machine garbage waits for its collector; what a guest holds it holds again
		_, _, peak = measured()
	}
	t.Logf("%5d ms %4d MB  %s", used.Milliseconds(), peak>>20, got)
	for _, problem := range append(g.problems(got), g.traces(got)...) {
		t.Errorf("%s\n%s", problem, g.why)
	}
	if limit := max(processorMax, g.takes); used > limit {
		t.Errorf("it took %v of processor time, at most %v are fine", used, limit)
	}
	if peak > peakBytesMax {
		t.Errorf("the process held %d MB, at most %d are fine", peak>>20, peakBytesMax>>20)
	}
}

// traces says what a guest left behind that it must not: texts that do
// something to a terminal, or are longer than allowed.
func (g guest) traces(got ending) (problems []string) {
	budgets := abi.DefaultBudgets()
	if got.phase != phaseVet && got.phase != phaseLoad && len(got.message) > messageMax {
		problems = append(problems, "the message is too long")
	}
	for _, text := range append([]string{got.message}, got.warnings...) {
		if !printable(text) {
			problems = append(problems, "a message is not printable: "+text)
		}
	}
	if len(got.logged) > budgets.LogLines || g.logs != anyLines && len(got.logged) != g.logs {
		problems = append(problems, "the number of log lines is wrong")
	}
	for _, line := range got.logged {
		if len(line) > budgets.LogLineBytes || !utf8.ValidString(line) {
			problems = append(problems, "a log line is too long or no text")
		}
	}
	if warned := strings.Join(got.warnings, "\n"); len(g.warns) == 0 && g.phase != phaseOK && warned != "" {
		problems = append(problems, "it warns: "+warned)
	} else {
		for _, part := range g.warns {
			if !strings.Contains(warned, part) {
				problems = append(problems, "it does not warn: "+part)
			}
		}
	}
	return problems
}

// printable reports whether a text is UTF-8 and has no control characters but
// line ends and tabs.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t'
	})
}

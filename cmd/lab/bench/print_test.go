package bench

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// wide is a result with the longest names and largest numbers that there are.
func wide() *result {
	r := newResult(options{rounds: 25}, "copies of the example skills", 300)
	r.Rounds, r.Seed, r.Load = 25, 1, 12.3
	many, one := 12345.5, 31234.5
	for name, runs := range map[string]int{"warm: silence, by the plugin's script": 25, "index: 1000 new skills, embedded": 3, "the same beside 100000 of others": 25} {
		r.Measures = append(r.Measures, measured{Name: name, Ratio: many, RatioP95: &many, MedianMS: one, P95MS: &one, PeakMB: 213, Goal: 3.5, Runs: runs, Late: 25})
	}
	r.Busy = []counted{{Name: "warm: words", Goal: 95, Loops: 12, Asked: 100, Answered: 94, Late: 33, MedianMS: 1234, MostMS: 12345, Said: []string{strings.Repeat("nothing to say ", 20)}}}
	r.Server = &memory{MB: 194, OwnMB: 41}
	r.Warm = []warmth{{Ruleset: "builtin-rust/default", MedianMS: 1234.5, ToLua: 12.5, GrownMB: 12.3, Evaluated: 1000}}
	r.Embedding = &throughput{PerSecond: 1234.5, Texts: 12345, Workers: 64, Skipped: strings.Repeat("no Python\n", 20)}
	r.Skipped = []string{strings.Repeat("a long reason ", 20)}
	r.Refused = []string{strings.Repeat("x", 300)}
	return r
}

// Ensure that no line is wider than a narrow terminal, whatever a run has to tell.
func TestPrintFits(t *testing.T) {
	var out bytes.Buffer
	wide().print(&out)
	for line := range strings.Lines(out.String()) {
		if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > columnsMax {
			t.Errorf("%d columns: %s", width, line)
		}
	}
	for _, part := range []string{"(3 rounds)", "94 of 100", "a long reason"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is not printed:\n%s", part, out.Bytes())
		}
	}
}

// Ensure that each goal which is missed is told, and no other.
func TestMissed(t *testing.T) {
	r := newResult(options{}, "skills", 1)
	r.Measures = []measured{
		{Name: "warm: Stop", Ratio: 1.31, Goal: 1.3, PeakMB: 7},
		{Name: "warm: words", Ratio: 2.5, Goal: 2.5, PeakMB: 5},
		{Name: "no goal", Ratio: 99},
	}
	r.Busy = []counted{{Name: "cold: model", Goal: 60, Asked: 10, Answered: 5}, {Name: "cold: words", Goal: 90, Asked: 10, Answered: 9}}
	r.Server = &memory{OwnMB: 40}
	got := strings.Join(r.missed(), "\n")
	want := "warm: Stop: 1.3 instead of 1.3\ncold: model beside other work: 50 % answered instead of 60 %\nmemory of a hook with the server: 7.0 MB instead of 6"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Ensure that other work counts towards the load that is wanted, and that memory is read
// as the kernel writes it.
func TestLoadAndMemory(t *testing.T) {
	for _, test := range []struct {
		load float64
		want int
	}{{0, 12}, {2.4, 10}, {20, 0}} {
		if got := loopsFor(busyLoad, 2, test.load); got != test.want {
			t.Errorf("beside a load of %v: got %d loops, want %d", test.load, got, test.want)
		}
	}
	status := []byte("Name:\timpressionism\nVmRSS:\t   50000 kB\nRssAnon:\t   20000 kB\n")
	if got := megabytes(status, "RssAnon"); got != 20.48 {
		t.Errorf("got %v MB, want 20.48", got)
	}
	if got := megabytes(status, "RssShmem"); got != 0 {
		t.Errorf("a field that is absent has %v MB", got)
	}
}

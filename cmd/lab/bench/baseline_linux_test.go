//go:build amd64 || arm64

package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/lab/bench/tracer"
)

// accept says how to accept what a guard found.
const accept = "if that is meant, run: make guards; and commit testdata with the reason"

// holdToBaseline compares what was counted with what is committed, or commits it.
func holdToBaseline(t *testing.T, counts map[string]tracer.Counts) {
	t.Helper()
	var baseline map[string]tracer.Counts
	if !readOrUpdate(t, "guards.json", counts, &baseline) {
		return
	}
	if found := differences(baseline, counts); len(found) > 0 {
		t.Errorf("hooks ask something else of the kernel than before:\n  %s\n%s", strings.Join(found, "\n  "), accept)
	}
}

// readOrUpdate reads a baseline and returns true, or, with -update, writes it.
func readOrUpdate(t *testing.T, name string, now, baseline any) bool {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		encoded, err := json.MarshalIndent(now, "", "\t")
		if err == nil {
			err = os.WriteFile(name, append(encoded, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return false
	}
	encoded, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("there is no baseline yet, run: make guards: %v", err)
	}
	if err == nil {
		err = json.Unmarshal(encoded, baseline)
	}
	if err != nil {
		t.Fatalf("read the baseline %s: %v", name, err)
	}
	return true
}

// tolerance is how far a count may be from the baseline's: so many, or that share, if it
// is more.
type tolerance struct {
	share float64
	count int
}

// Tolerances where runs of the same program differ: the pages of a log that is read again
// depend on the time, reads from a socket on how it is filled, calls on the system's own
// files on the system, and on how far a model gets that loads while words settle a
// prompt. Of the others a single one more is a change.
var (
	callTolerance = map[string]tolerance{
		"read": {.05, 3}, "write": {.05, 3}, "look": {.02, 2}, "lock": {.02, 2},
		"other": {.1, 4}, "socket": {.25, 5}, "process": {0, 1}, "elsewhere": {.5, 25},
	}
	readTolerance = tolerance{.05, 3}
	byteTolerance = tolerance{.05, 3 * 4096}
)

func (t tolerance) holds(before, now int) bool {
	far := max(before-now, now-before)
	return far <= t.count || float64(far) <= t.share*float64(before)
}

// differences returns what has changed, a line each.
func differences(before, now map[string]tracer.Counts) []string {
	var found []string
	for _, path := range keysOf(before, now) {
		was, had := before[path]
		is, has := now[path]
		switch {
		case !had:
			found = append(found, path+": is not in the baseline")
		case !has:
			found = append(found, path+": is in the baseline and was not counted")
		default:
			found = append(found, differencesOf(path, was, is)...)
		}
	}
	return found
}

func differencesOf(path string, before, now tracer.Counts) (found []string) {
	tell := func(what string, was, is int, allowed tolerance) {
		if !allowed.holds(was, is) {
			found = append(found, fmt.Sprintf("%s: %s: %d instead of %d", path, what, is, was))
		}
	}
	for _, kind := range keysOf(before.Calls, now.Calls) {
		tell("system calls, "+kind, before.Calls[kind], now.Calls[kind], callTolerance[kind])
	}
	tell("system calls, all", sum(before.Calls), sum(now.Calls), tolerance{.15, 40})
	for _, name := range keysOf(before.Files, now.Files) {
		was, is := before.Files[name], now.Files[name]
		tell(name+": opened", was.Opened, is.Opened, tolerance{})
		tell(name+": fsync and fdatasync", was.Synced, is.Synced, tolerance{})
		tell(name+": mapped", was.Mapped, is.Mapped, tolerance{})
		tell(name+": reads", was.Reads, is.Reads, readTolerance)
		tell(name+": bytes read", was.Read, is.Read, byteTolerance)
		tell(name+": writes", was.Writes, is.Writes, readTolerance)
		tell(name+": bytes written", was.Written, is.Written, byteTolerance)
	}
	return found
}

func sum(calls map[string]int) int {
	total := 0
	for _, count := range calls {
		total += count
	}
	return total
}

// keysOf returns the keys of both, sorted.
func keysOf[V any](a, b map[string]V) []string {
	return slices.Compact(slices.Sorted(func(yield func(string) bool) {
		for key := range maps.Keys(a) {
			if !yield(key) {
				return
			}
		}
		for key := range maps.Keys(b) {
			if !yield(key) {
				return
			}
		}
	}))
}

// Ensure a guard tells each change by its name, and keeps silent about what differs from
// run to run.
func TestDifferences(t *testing.T) {
	baseline := func() map[string]tracer.Counts {
		return map[string]tracer.Counts{"alone: Stop": {
			Calls: map[string]int{"open": 9, "read": 40, "socket": 4, "sync": 2},
			Files: map[string]tracer.File{"data/state.db": {Opened: 1, Reads: 40, Read: 160_000, Synced: 2}},
		}}
	}
	for _, test := range []struct {
		name   string
		change func(counts map[string]tracer.Counts)
		want   string // in the only line; empty: none
	}{
		{"nothing", func(map[string]tracer.Counts) {}, ""},
		{"one page more", func(c map[string]tracer.Counts) {
			changeFile(c, tracer.File{Opened: 1, Reads: 41, Read: 164_096, Synced: 2})
		}, ""},
		{"a socket read in parts", func(c map[string]tracer.Counts) { c["alone: Stop"].Calls["socket"] = 8 }, ""},
		{"opened again", func(c map[string]tracer.Counts) {
			changeFile(c, tracer.File{Opened: 2, Reads: 40, Read: 160_000, Synced: 2})
		}, "alone: Stop: data/state.db: opened: 2 instead of 1"},
		{"synced once less", func(c map[string]tracer.Counts) {
			changeFile(c, tracer.File{Opened: 1, Reads: 40, Read: 160_000, Synced: 1})
		}, "fdatasync: 1 instead of 2"},
		{"read whole", func(c map[string]tracer.Counts) {
			changeFile(c, tracer.File{Opened: 1, Reads: 40, Read: 260_000, Synced: 2})
		}, "bytes read: 260000 instead of 160000"},
		{"a file more", func(c map[string]tracer.Counts) { c["alone: Stop"].Files["data/log"] = tracer.File{Opened: 1} }, "data/log: opened: 1 instead of 0"},
		{"a file not opened", func(c map[string]tracer.Counts) { c["alone: Stop"].Calls["open"] = 8 }, "system calls, open: 8 instead of 9"},
		{"another path", func(c map[string]tracer.Counts) { c["alone: words"] = tracer.Counts{} }, "alone: words: is not in the baseline"},
		{"a path less", func(c map[string]tracer.Counts) { delete(c, "alone: Stop") }, "was not counted"},
	} {
		now := baseline()
		test.change(now)
		got := differences(baseline(), now)
		if test.want == "" && len(got) > 0 || test.want != "" && (len(got) != 1 || !strings.Contains(got[0], test.want)) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func changeFile(counts map[string]tracer.Counts, file tracer.File) {
	counts["alone: Stop"].Files["data/state.db"] = file
}

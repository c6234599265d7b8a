package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// test names a test or a subtest.
type test struct{ pkg, name string }

// whole returns the seconds of each test that is no subtest: what it took itself, or what
// its subtests took together, which run beside each other where they are parallel.
func whole(times map[test]float64) map[test]float64 {
	parents := map[test]bool{}
	for one := range times {
		if at := strings.LastIndexByte(one.name, '/'); at >= 0 {
			parents[test{one.pkg, one.name[:at]}] = true
		}
	}
	sums := map[test]float64{}
	for one, seconds := range times {
		if !parents[one] {
			name, _, _ := strings.Cut(one.name, "/")
			sums[test{one.pkg, name}] += seconds
		}
	}
	for one := range sums {
		sums[one] = max(sums[one], times[one])
	}
	return sums
}

// reasonsFile has a row for each of the slowest tests: | `TestName` | folder | why |.
const reasonsFile = "CONTRIBUTING.md"

// printSlowest prints the n slowest tests with the reasons that CONTRIBUTING.md gives.
func (t *tally) printSlowest(n int) {
	sums := whole(t.times)
	tests := slices.SortedFunc(maps.Keys(sums), func(a, b test) int { return cmp.Compare(sums[b], sums[a]) })
	text, err := os.ReadFile(reasonsFile)
	if err != nil {
		fmt.Fprintln(t.out, "runtests: read the reasons:", err)
	}
	for _, one := range tests[:min(n, len(tests))] {
		folder := one.pkg
		if _, below, ok := strings.Cut(one.pkg, "/impressionism/"); ok {
			folder = below
		}
		fmt.Fprintf(t.out, "%7.1fs  %s %s: %s\n", sums[one], folder, one.name, reasonFor(string(text), one.name, folder))
	}
}

// reasonFor returns the last cell of a test's row, which may be of several tests.
func reasonFor(text, name, folder string) string {
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) == 3 && strings.Contains(cells[0], "`"+name+"`") && strings.Trim(cells[1], " `") == folder {
			return strings.TrimSpace(cells[2])
		}
	}
	return "no reason in " + reasonsFile
}

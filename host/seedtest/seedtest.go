// Package seedtest lets tests hold a check to seeded faults: it finds each of them, and
// nothing besides. It knows neither what is checked nor what a fault is.
package seedtest

import (
	"path/filepath"
	"strings"
	"testing"
)

// Run hands each archive of testdata, at least so many, to find, which gives the lines
// that the archive wants and one for each finding: its code, a blank, and words. Every
// code needs an archive where it is found.
func Run(t *testing.T, least int, codes []string, find func(t *testing.T, file string) (want, got []string)) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < least {
		t.Fatalf("%d files, %v", len(files), err)
	}
	seeded, ran := map[string]bool{}, 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ran++
			want, got := find(t, file)
			for _, finding := range got {
				code, _, _ := strings.Cut(finding, " ")
				seeded[code] = true
			}
			compare(t, want, got)
		})
	}
	for _, code := range codes {
		if ran == len(files) && !seeded[code] {
			t.Errorf("no file in testdata has a fault of code %s", code)
		}
	}
}

// compare wants each line to be met by one finding, and no finding left.
func compare(t testing.TB, want, got []string) {
	t.Helper()
	left := append([]string(nil), got...)
	for _, line := range want {
		code, words, _ := strings.Cut(line, " ")
		met := false
		for i, finding := range left {
			if strings.HasPrefix(finding, code+" ") && strings.Contains(finding, words) {
				left, met = append(left[:i:i], left[i+1:]...), true
				break
			}
		}
		if !met {
			t.Errorf("not found: %s", line)
		}
	}
	if len(left) > 0 || t.Failed() {
		t.Errorf("findings that nobody wants: %d; all are:\n%s", len(left), strings.Join(got, "\n"))
	}
}

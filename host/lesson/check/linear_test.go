package check

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Ensure that neither a text nor a file costs more than its share when it is four times as
// long: marks that may begin a comment on one line, keys as long as their file, commands that
// begin in commands.
func TestLinearTime(t *testing.T) {
	const text = "Set deep.key in a.yaml, see a.json, a.toml, a.go, HiddenName and `make x`."
	files := map[string]func(n int) (name, content string){
		"directives":   func(n int) (string, string) { return "a.go", strings.Repeat("//go:x ", n/7) },
		"names in one": func(n int) (string, string) { return "a.sql", strings.Repeat("-- name: ", n/9) },
		"a long key": func(n int) (string, string) {
			return "a.json", `{"` + strings.Repeat("k", n/2) + `": {` + strings.Repeat(`"a":1,`, n/12) + "}}"
		},
		"a long heading": func(n int) (string, string) {
			return "a.toml", "[" + strings.Repeat("s", n/2) + "]\n" + strings.Repeat("a=1\n", n/8)
		},
		"flow": func(n int) (string, string) {
			return "a.yaml", "a:" + strings.Repeat(" ", n/2) + "{" + strings.Repeat("a:1,", n/8)
		},
		"open comments": func(n int) (string, string) { return "a.rs", strings.Repeat("/*", n/2) },
		"open strings":  func(n int) (string, string) { return "a.py", strings.Repeat(`"""`, n/3) + "'" },
		"braces":        func(n int) (string, string) { return "a.go", strings.Repeat("type A struct {", n/15) },
		"includes":      func(n int) (string, string) { return "Makefile", strings.Repeat("include Makefile\n", n/17) },
		"targets":       func(n int) (string, string) { return "Makefile", strings.Repeat("a b c: d\n", n/9) },
	}
	for name, file := range files {
		t.Run(name, func(t *testing.T) {
			linear(t, 1<<19, func(n int) {
				path, content := file(n)
				r, _ := tree(map[string]string{path: content}, Options{Limits: Limits{FileBytes: 8 << 20}})
				checkText(r, text)
			})
		})
	}
	for name, unit := range map[string]string{
		"cargo": "cargo ", "make": "`make -x` ", "removed": "was removed ", "gone": "gone ", "files": "a.yaml key.of ", "capitals": "A_B_", "links": "[a](b", "uv": "uv run -x ", "gradle": "gradlew -x ",
	} {
		t.Run(name, func(t *testing.T) {
			linear(t, textBytesMax/4, func(n int) {
				r, _ := tree(map[string]string{"a.yaml": "a: 1", "Makefile": "x:", "Cargo.toml": "[package]"}, Options{})
				checkText(r, strings.Repeat(unit, n/len(unit)))
			})
		})
	}
}

// linear runs a work of a size and of four times that.
func linear(t *testing.T, n int, work func(n int)) {
	t.Helper()
	timed := func(n int) time.Duration {
		began := time.Now()
		work(n)
		return time.Since(began)
	}
	const slow = 150 * time.Millisecond // less says nothing on a busy machine
	small, large := time.Hour, time.Hour
	for range 5 { // what is square is so each time
		if large = min(large, timed(4*n)); large <= slow {
			return
		}
		small = min(small, timed(n), timed(n), timed(n))
		if large <= 10*small && large <= 20*time.Second {
			return
		}
	}
	t.Errorf("%v for %d bytes, %v for four times as many", small, n, large)
}

// Ensure a shallow check answers what the list of files and build files answer, leaves names
// open and reads no source, and that a file that nobody waits for leaves the lesson unread.
func TestShallow(t *testing.T) {
	files := map[string]string{"src/a.go": "package a\nfunc Kept() {}", "Makefile": "build:\n", "config/a.yaml": "tide: 1\n"}
	r, c := tree(files, Options{Shallow: true})
	got := checkText(r, "Run `make build`, not scripts; see scripts/deploy.sh, src/a.go, KeptNot and `make gone`.")
	if got.Verdict != Doubtful || len(got.Gone) != 2 || got.Checked != 4 || len(got.Open) != 1 || got.Open[0] != "KeptNot" {
		t.Errorf("got %+v", got)
	}
	if c.opened["src/a.go"] > 0 {
		t.Error("read a source")
	}
	if got := checkText(r, "See scripts/deploy.sh."); got.Verdict != Doubtful || got.Checked != len(got.Gone) || len(got.Open) > 0 {
		t.Errorf("all is gone: got %+v", got)
	}
	r, _ = tree(files, Options{Shallow: true})
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	lesson := Lesson{Text: "See scripts/deploy.sh; run `make gone`."}
	if got := r.Check(ended, lesson, nil); got.Verdict != None || !got.Unread || len(got.Gone) > 0 {
		t.Errorf("nobody waits: got %+v", got)
	}
	if got := r.Check(context.Background(), lesson, nil); len(got.Gone) != 2 {
		t.Errorf("afterwards: got %+v", got)
	}
}

// BenchmarkShallow is what a session's start costs in a repository of 100,000 files, but for
// the list of files: 20 lessons.
func BenchmarkShallow(b *testing.B) {
	files := map[string]string{"Makefile": "build:\n", "package.json": `{"scripts": {"gen": "x"}}`}
	for i := range 100_000 {
		files[fmt.Sprintf("pkg/area%d/part%d/file%d.go", i%100, i%3000, i)] = ""
	}
	r, c := tree(files, Options{Shallow: true})
	tracked := r.paths.files
	for b.Loop() {
		r := New(c, tracked, Options{Shallow: true})
		for i := range 20 {
			checkText(r, fmt.Sprintf("Run `make build` before pkg/area%d/part%d/file%d.go; scripts/deploy%d.sh does it too, as Handler%d.Serve.", i, i, i, i, i))
		}
	}
}

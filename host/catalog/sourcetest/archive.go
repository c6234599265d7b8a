// Package sourcetest reads the test cases of the sources: several small files
// in one, in the txtar format. Only tests import it.
package sourcetest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// File is one file of an archive.
type File struct {
	Name string
	Data string
}

// Archive is a comment and the files after it.
type Archive struct {
	Comment string
	Files   []File
}

// Read returns the archive in a file. A name that ends in ".quoted" loses this
// end, and its lines are Go strings that are joined: for bytes that an editor
// would not keep. A name may be a Go string too.
func Read(tb testing.TB, path string) Archive {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	archive := Archive{}
	for line := range strings.Lines(string(data)) {
		if name, ok := header(line); ok {
			archive.Files = append(archive.Files, File{Name: name})
			continue
		}
		if n := len(archive.Files); n > 0 {
			archive.Files[n-1].Data += line
		} else {
			archive.Comment += line
		}
	}
	for i, file := range archive.Files {
		if name, quoted := strings.CutSuffix(file.Name, ".quoted"); quoted {
			archive.Files[i] = File{Name: name, Data: unquote(tb, path, file.Data)}
		}
	}
	return archive
}

// Each runs one subtest for each archive that the pattern matches.
func Each(t *testing.T, pattern string, run func(*testing.T, Archive)) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no test cases match %s: %v", pattern, err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		t.Run(name, func(t *testing.T) { run(t, Read(t, path)) })
	}
}

// File returns the content of one file; the test fails where there is none.
func (a Archive) File(tb testing.TB, name string) string {
	tb.Helper()
	for _, file := range a.Files {
		if file.Name == name {
			return file.Data
		}
	}
	tb.Fatalf("the test case has no file %s", name)
	return ""
}

func header(line string) (string, bool) {
	name, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "-- ")
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(name, " --")
	if plain, err := strconv.Unquote(name); err == nil {
		name = plain
	}
	return name, ok
}

func unquote(tb testing.TB, path, data string) string {
	tb.Helper()
	var text strings.Builder
	for line := range strings.Lines(data) {
		part, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			tb.Fatalf("%s: %s: %v", path, line, err)
		}
		text.WriteString(part)
	}
	return text.String()
}

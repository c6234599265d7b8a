package project

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/catalog/sourcetest"
	"github.com/ed-irl/impressionism/host/code/home"
)

var update = flag.Bool("update", false, "write what is got into the files of testdata/steps")

// Ensure each case of testdata/steps has the outcomes that it says. Its other files are a
// folder before the first step. A line of steps is one of these; what it comes to follows
// behind ">":
//
//	look                   bring the index up to date
//	embed                  give every place a vector
//	search WORDS           lines are held against the files
//	write PATH FROM        copy FROM, a file of the case whose name begins with "+"
//	replace PATH OLD NEW   without spaces
//	rename OLD NEW, remove PATH, touch PATH, link PATH TARGET
//	restore PATH, forget PATH, compact
//	git ARGUMENTS          in the folder
//	in FOLDER              the steps that follow are about this folder
func TestSteps(t *testing.T) {
	paths, err := filepath.Glob("testdata/steps/*.txtar")
	must(t, err)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive := sourcetest.Read(t, path)
			got := newStepper(t, archive).all(archive.File(t, "steps"))
			want := archive.File(t, "steps")
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("got:\n%s\nwant:\n%s", got, want)
			}
			content, err := os.ReadFile(path)
			must(t, err)
			must(t, os.WriteFile(path, []byte(strings.Replace(string(content), want, got, 1)), 0o600))
		})
	}
}

// stepper goes through the steps of a case.
type stepper struct {
	t       *testing.T
	archive sourcetest.Archive
	base    string // holds the folders
	folder  string
	indexes string
	project *Project
	model   counted
	changed time.Time // when a step may have changed files
}

func newStepper(t *testing.T, archive sourcetest.Archive) *stepper {
	s := &stepper{t: t, archive: archive, base: tempFolder(t), changed: time.Now()}
	s.indexes = filepath.Join(s.base, "data", "code")
	for _, file := range archive.Files {
		if file.Name != "steps" && !strings.HasPrefix(file.Name, "+") {
			write(t, s.base, "a/"+file.Name, file.Data)
		}
	}
	must(t, os.MkdirAll(filepath.Join(s.base, "a"), 0o700))
	s.in("a")
	return s
}

// in goes to another folder. Its index is opened by the first step that needs it.
func (s *stepper) in(folder string) {
	s.close()
	s.folder = filepath.Join(s.base, filepath.FromSlash(folder))
}

func (s *stepper) close() {
	if s.project != nil {
		must(s.t, s.project.Close())
		s.project = nil
	}
}

func (s *stepper) open() *Project {
	if s.project == nil {
		s.project = openAt(s.t, s.indexes, s.folder, options())
	}
	return s.project
}

func (s *stepper) all(steps string) string {
	var out strings.Builder
	for line := range strings.Lines(steps) {
		if strings.HasPrefix(line, ">") {
			continue
		}
		out.WriteString(line)
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			if came := s.one(words); came != "" {
				fmt.Fprintf(&out, "> %s\n", came)
			}
		}
	}
	return out.String()
}

func (s *stepper) at(path string) string { return filepath.Join(s.folder, filepath.FromSlash(path)) }

func (s *stepper) one(words []string) string {
	t, path := s.t, ""
	if len(words) > 1 {
		path = s.at(words[1])
	}
	switch words[0] {
	case "look", "search", "embed", "status":
		time.Sleep(time.Until(s.changed.Add(2 * settled))) // what changed just now is read again by the next look
	default:
		defer func() { s.changed = time.Now() }()
	}
	switch words[0] {
	case "look":
		return s.look()
	case "embed":
		before := s.model.passages.Load()
		must(t, s.open().Embed(context.Background(), s.model.model(), 1000, nil))
		return fmt.Sprintf("embedded %d", s.model.passages.Load()-before)
	case "search":
		return said(ask(t, s.open(), strings.Join(words[1:], " ")))
	case "write":
		write(t, s.folder, words[1], s.archive.File(t, words[2]))
	case "replace":
		content, err := os.ReadFile(path)
		must(t, err)
		write(t, s.folder, words[1], strings.ReplaceAll(string(content), words[2], words[3]))
	case "rename":
		must(t, os.MkdirAll(filepath.Dir(s.at(words[2])), 0o700))
		must(t, os.Rename(path, s.at(words[2])))
	case "remove":
		must(t, os.RemoveAll(path))
	case "touch":
		age(t, path)
	case "link":
		must(t, os.Symlink(words[2], path))
	case "git":
		runGit(t, s.folder, words[1:]...)
	case "in":
		s.in(words[1])
	default:
		return s.keep(words)
	}
	return ""
}

// keep is the steps about what is kept.
func (s *stepper) keep(words []string) string {
	t := s.t
	switch words[0] {
	case "restore":
		n, err := s.open().Restore(words[1])
		must(t, err)
		return fmt.Sprintf("restored %d", n)
	case "forget":
		n, err := s.open().Forget(words[1])
		must(t, err)
		return fmt.Sprintf("forgot %d", n)
	case "compact":
		must(t, s.open().store.Compact(context.Background(), s.open().options.Now().Add(48*time.Hour)))
	case "status":
		status, err := s.open().Status("counted")
		must(t, err)
		return fmt.Sprintf("files %d, places %d, vectors %d, gone %v, trees %d", status.Files, status.Places, status.Vectors, status.Deleted, len(status.Trees))
	default:
		t.Fatalf("there is no step %q", words[0])
	}
	return ""
}

// look brings the index up to date in a process of its own, so to speak, and says what it
// found and whether it wrote anything.
func (s *stepper) look() string {
	s.close()
	database := home.FileOf(s.indexes, s.folder)
	before := footprint(s.t, database)
	r := refresh(s.t, s.open())
	s.close()
	line := fmt.Sprintf("added %d, changed %d, removed %d, unchanged %d; known %d", r.Added, r.Changed, r.Removed, r.Unchanged, r.Known)
	for _, reason := range slices.Sorted(maps.Keys(r.Skipped.Count)) {
		line += fmt.Sprintf("; %d %s", r.Skipped.Count[reason], reason)
	}
	for _, path := range r.Nested {
		line += "; nested " + path
	}
	if footprint(s.t, database) == before {
		line += "; wrote nothing"
	}
	return line
}

package project

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/git"
	"github.com/ed-irl/impressionism/host/store/places"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// tempFolder is a temporary folder without links in its path.
func tempFolder(t testing.TB) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	return folder
}

// write writes a file that is old enough for its time to be relied on, and the folders above it.
func write(t testing.TB, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, []byte(text), 0o600))
	age(t, path)
}

// ages makes the time of every file that is written another one.
var ages atomic.Int64

// age has a file be written some time ago, so that its time is relied on, and differs from
// that of a write before.
func age(t testing.TB, path string) {
	t.Helper()
	at := time.Now().Add(-time.Hour + time.Duration(ages.Add(1))*time.Millisecond + 7)
	must(t, os.Chtimes(path, at, at))
}

// runGit runs git as a user does, without the settings of the machine.
func runGit(t testing.TB, folder string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is absent")
	}
	command := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=Someone", "-c", "user.email=s@example.com"}, args...)...)
	command.Env = append(git.Environ(os.Environ()), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if printed, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v: %s", args, err, printed)
	}
}

// options are those of a user without a home folder. Git has more time than it has by
// default, since machines of tests are busy.
func options() Options {
	return Options{
		Listing: files.Options{Git: git.Program{Environ: append(os.Environ(), "HOME="+os.DevNull, "XDG_CONFIG_HOME="+os.DevNull)}, GitTime: time.Minute},
		Workers: 2, Now: time.Now,
	}
}

func openAt(t testing.TB, indexes, folder string, o Options) *Project {
	t.Helper()
	home, err := HomeOf(indexes, folder)
	must(t, err)
	p, err := Open(home, o)
	must(t, err)
	t.Cleanup(func() { _ = p.Close() }) // some are closed before
	return p
}

func refresh(t testing.TB, p *Project) Report {
	t.Helper()
	report, err := p.Refresh(context.Background(), nil)
	must(t, err)
	return report
}

// ask searches, and holds each hit's lines against its file.
func ask(t testing.TB, p *Project, text string) Answer {
	t.Helper()
	return askFor(t, p, Question{Text: text, Limit: 10}, nil)
}

func askFor(t testing.TB, p *Project, question Question, model *Model) Answer {
	t.Helper()
	answer, err := p.Search(context.Background(), question, model)
	must(t, err)
	must(t, holds(p.Tree, answer))
	return answer
}

// holds reports the first hit that is not said to be stale and whose lines are not those that
// `sed -n` prints.
func holds(tree string, answer Answer) error {
	for _, hit := range answer.Hits {
		content, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(hit.Path)))
		if hit.Gone && errors.Is(err, os.ErrNotExist) || hit.Stale {
			continue
		}
		if err != nil {
			return err
		}
		all := strings.SplitAfter(string(content), "\n")
		want := strings.TrimSuffix(strings.ReplaceAll(strings.Join(all[hit.Start-1:min(hit.End, len(all))], ""), "\r\n", "\n"), "\n")
		if got := strings.Join(hit.Lines, "\n"); got != want || got == "" {
			return fmt.Errorf("%s:%d-%d: got lines %q, want %q", hit.Path, hit.Start, hit.End, got, want)
		}
	}
	return nil
}

// said is an answer's hits in a line each, by path, those of places without a symbol left out.
func said(answer Answer) string {
	var lines []string
	for _, hit := range answer.Hits {
		if hit.Symbol == "" && hit.Kind == string(code.Rest) {
			continue
		}
		line := fmt.Sprintf("%s:%d-%d %s", hit.Path, hit.Start, hit.End, hit.Symbol)
		switch {
		case hit.Gone:
			line += " gone"
		case hit.Stale:
			line += " stale"
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	if len(lines) == 0 {
		return "nothing"
	}
	return strings.Join(lines, ", ")
}

// counted is a model that counts the passages which it turns into vectors: the words of each
// are added up.
type counted struct{ passages atomic.Int64 }

const dimensions = 32

func vectorOf(text string) ([]float32, error) {
	vector := make([]float32, dimensions)
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(strings.Trim(word, "(){}.,:\"")))
		vector[h.Sum32()%dimensions]++
	}
	length := 0.0
	for _, x := range vector {
		length += float64(x * x)
	}
	for i := range vector {
		vector[i] /= float32(math.Sqrt(max(length, 1)))
	}
	return vector, nil
}

func (c *counted) model() *Model {
	return &Model{Identity: "counted", Query: vectorOf, Passage: func(text string) ([]float32, error) {
		c.passages.Add(1)
		return vectorOf(text)
	}}
}

// state is what an index has of a tree, for comparison: files with their texts, deletions and
// the answers to some questions.
func state(t testing.TB, p *Project, questions ...string) string {
	t.Helper()
	known, err := p.store.Files(p.Tree)
	must(t, err)
	var lines []string
	for path, file := range known {
		if file.Deleted.IsZero() {
			lines = append(lines, fmt.Sprintf("%s %x %s %d", path, file.Hash, file.Language, file.Size))
		}
	}
	slices.Sort(lines)
	status, err := p.Status("counted")
	must(t, err)
	lines = append(lines, fmt.Sprintf("%d files, %d places", status.Files, status.Places))
	for _, question := range questions {
		lines = append(lines, question+": "+said(ask(t, p, question)))
	}
	return strings.Join(lines, "\n")
}

// footprint is what shows that somebody wrote to a database: the bytes and times of its file
// and of its log.
func footprint(t testing.TB, path string) string {
	t.Helper()
	var all []string
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil || info.Size() == 0 {
			continue // whoever opens the file makes an empty log
		}
		content, err := os.ReadFile(name)
		must(t, err)
		all = append(all, fmt.Sprintf("%s %d %x", filepath.Base(name), info.ModTime().UnixNano(), places.HashOf(content)))
	}
	return strings.Join(all, "; ")
}

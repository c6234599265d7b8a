package gitstate

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// indexed makes one with some files, and returns a function that runs git in it.
func indexed(t testing.TB, init ...string) (dir string, git func(args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is absent")
	}
	dir = t.TempDir()
	git = func(args ...string) string {
		t.Helper()
		command := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "protocol.file.allow=always"}, args...)...)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git(append([]string{"init", "-q"}, init...)...)
	for _, name := range []string{"a.go", "b/c.go", "b/d/e.go", "b/d/ü.md", "b/d/" + strings.Repeat("long", 40) + ".go", "z"} {
		put(t, filepath.Join(dir, name), name)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "first")
	return dir, git
}

func put(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// same holds what is read against what git lists.
func same(t *testing.T, when, folder string, git func(...string) string) Tracked {
	t.Helper()
	got, err := ReadIndex(folder)
	if err != nil {
		t.Errorf("%s: %v", when, err)
	}
	want := slices.Compact(strings.Split(strings.TrimSuffix(git("ls-files", "-z"), "\x00"), "\x00"))
	if want[0] == "" {
		want = []string{}
	}
	if !slices.Equal(got.Files, want) {
		t.Errorf("%s: got %q, want %q", when, got.Files, want)
	}
	var absent, submodules []string
	for entry := range strings.SplitSeq(git("ls-files", "-z", "-t", "--stage"), "\x00") {
		facts, name, _ := strings.Cut(entry, "\t")
		if strings.HasPrefix(facts, "S ") {
			absent = append(absent, name)
		}
		if strings.Contains(facts, " 160000 ") {
			submodules = append(submodules, name)
		}
	}
	if !slices.Equal(got.Absent, absent) || !slices.Equal(got.Submodules, submodules) {
		t.Errorf("%s: absent %q, want %q; submodules %q, want %q", when, got.Absent, absent, got.Submodules, submodules)
	}
	return got
}

// Ensure the files that are tracked are those that git lists, in each version of the index
// and with either hash; and that the tree's name changes with paths and contents, and not
// when git only looks.
func TestReadIndex(t *testing.T) {
	dir, git := indexed(t)
	first := same(t, "committed", dir, git)
	for _, version := range []string{"4", "3", "2"} {
		git("update-index", "--index-version", version)
		if got := same(t, "version "+version, filepath.Join(dir, "b", "d"), git); got.Tree != first.Tree || got.Root != dir {
			t.Errorf("version %s: got %s in %s, want %s in %s", version, got.Tree, got.Root, first.Tree, dir)
		}
	}
	put(t, filepath.Join(dir, "new.go"), "new")
	git("add", "-N", "new.go") // an entry with more flags, so version 3
	added := same(t, "intended", dir, git)
	put(t, filepath.Join(dir, "a.go"), "other")
	git("add", "a.go")
	changed := same(t, "changed", dir, git)
	git("rm", "-q", "--cached", "z")
	if gone := same(t, "removed", dir, git); slices.Contains([]string{first.Tree, added.Tree, changed.Tree}, gone.Tree) || first.Tree == added.Tree || added.Tree == changed.Tree {
		t.Errorf("the tree's name stays: %s %s %s %s", first.Tree, added.Tree, changed.Tree, gone.Tree)
	}
	before := same(t, "before", dir, git).Tree
	git("status", "--porcelain")
	if after := same(t, "after", dir, git).Tree; after != before {
		t.Errorf("looking changed the tree's name from %s to %s", before, after)
	}
}

// Ensure trees of other kinds are read: with the longer hash, a worktree, a submodule, a
// detached HEAD, a merge and a rebase under way, a part of the files checked out, one without a
// file.
func TestReadIndexKinds(t *testing.T) {
	if dir, git := indexed(t, "--object-format=sha256"); true {
		same(t, "sha256", dir, git)
	}
	dir, git := indexed(t, "-b", "main")
	git("checkout", "-q", "-b", "side")
	put(t, filepath.Join(dir, "a.go"), "side")
	git("commit", "-q", "-am", "side")
	git("checkout", "-q", "main")
	put(t, filepath.Join(dir, "a.go"), "main")
	git("commit", "-q", "-am", "main")
	for _, args := range [][]string{{"merge", "-q", "side"}, {"rebase", "-q", "side"}} {
		command := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=n", "-c", "user.email=e@example.com"}, args...)...)
		if out, err := command.CombinedOutput(); err == nil {
			t.Fatalf("git %q: no conflict\n%s", args, out)
		}
		same(t, args[0], dir, git)
		git(args[0], "--abort")
	}
	git("checkout", "-q", "--detach", "side")
	same(t, "detached", dir, git)
	tree := filepath.Join(t.TempDir(), "tree")
	git("worktree", "add", "-q", tree, "main")
	_, inTree := tree, func(args ...string) string { return git(append([]string{"-C", tree}, args...)...) }
	same(t, "worktree", tree, inTree)
	git("sparse-checkout", "set", "--no-cone", "/b/d/")
	full := same(t, "not sparse", tree, inTree)
	if part := same(t, "sparse", dir, git); len(part.Absent) == 0 || part.Tree == full.Tree {
		t.Errorf("sparse: got %q of tree %s", part.Absent, part.Tree)
	}
	git("sparse-checkout", "disable")
	other, _ := indexed(t)
	git("submodule", "--quiet", "add", other, "vendor/other")
	if with := same(t, "with a submodule", dir, git); len(with.Submodules) != 1 {
		t.Errorf("with a submodule: got %q", with.Submodules)
	}
	same(t, "submodule", filepath.Join(dir, "vendor/other", "b"), func(args ...string) string {
		return git(append([]string{"-C", filepath.Join(dir, "vendor/other")}, args...)...)
	})
	git("rm", "-rqf", "--cached", ".")
	same(t, "empty", dir, git)
}

// Ensure an index that only git reads, none and a damaged one are told apart from an empty
// tree.
func TestReadIndexRefuses(t *testing.T) {
	dir, git := indexed(t)
	git("update-index", "--split-index")
	put(t, filepath.Join(dir, "more.go"), "x")
	git("add", "more.go")
	if got, err := ReadIndex(dir); !errors.Is(err, ErrUnread) {
		t.Errorf("split: got %v, %v", got.Files, err)
	}
	if _, err := ReadIndex(t.TempDir()); !errors.Is(err, ErrNoRepository) {
		t.Errorf("none: got %v", err)
	}
	dir, _ = indexed(t)
	path := filepath.Join(dir, ".git", "index")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{
		"empty": {}, "half": data[:len(data)/2], "cut": data[:len(data)-1], "more": append(slices.Clone(data), 1), "count": append([]byte("DIRC\x00\x00\x00\x02\xff\xff\xff\xff"), data[12:]...),
	} {
		put(t, path, string(damaged))
		if got, err := ReadIndex(dir); err == nil {
			t.Errorf("%s: got %v", name, got.Files)
		}
	}
}

// Ensure only files that were written later count as written since a moment.
func TestWrittenSince(t *testing.T) {
	dir, git := indexed(t)
	read := func() Tracked {
		t.Helper()
		got, err := ReadIndex(dir)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	later := time.Now().Add(2 * time.Second)
	if got := read().WrittenSince(later); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	time.Sleep(time.Until(later))
	put(t, filepath.Join(dir, "b/c.go"), "written")
	git("add", "b/c.go")
	if got := read().WrittenSince(later); !slices.Equal(got, []string{"b/c.go"}) {
		t.Errorf("got %q", got)
	}
}

// Ensure no bytes make the reader panic or list more than there can be.
func FuzzIndex(f *testing.F) {
	dir, git := indexed(f)
	for _, version := range []string{"2", "4"} {
		git("update-index", "--index-version", version)
		data, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x00" + strings.Repeat("\x00", 20)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := decodeIndex(data); err == nil && (len(got.Files)*entryBytesLess > len(data) || len(got.Files) != len(got.written)) {
			t.Errorf("%d files of %d bytes", len(got.Files), len(data))
		}
	})
}

// BenchmarkReadIndex reads an index of 100,000 files.
func BenchmarkReadIndex(b *testing.B) {
	dir, git := indexed(b)
	hash := strings.TrimSpace(git("hash-object", "-w", "a.go"))
	var lines strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&lines, "100644 %s\tpkg/area%d/part%d/file%d.go\n", hash, i%100, i%3000, i)
	}
	list := filepath.Join(b.TempDir(), "list")
	put(b, list, lines.String())
	in, err := os.Open(list)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	command := exec.Command("git", "-C", dir, "update-index", "--index-info")
	command.Stdin = in
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for b.Loop() {
		if _, err := ReadIndex(dir); err != nil {
			b.Fatal(err)
		}
	}
}

package gitstate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/git"
	"github.com/ed-irl/impressionism/host/handoff"
)

// repository is one of git's with a commit of a.txt on branch main.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is absent")
	}
	folder := t.TempDir()
	runGit(t, folder, "init", "-q", "-b", "main")
	write(t, folder, "a.txt", "one\n")
	runGit(t, folder, "add", "-A")
	runGit(t, folder, "commit", "-q", "-m", "first")
	return folder
}

// runGit runs git as a user does and returns what it printed.
func runGit(t *testing.T, folder string, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=Someone", "-c", "user.email=s@example.com", "-c", "protocol.file.allow=always"}, args...)...)
	command.Env = append(git.Environ(os.Environ()), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	printed, err := command.CombinedOutput()
	if err != nil && args[0] != "rebase" {
		t.Fatalf("git %v: %v: %s", args, err, printed)
	}
	return strings.TrimSpace(string(printed))
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, folder string, paths ...string) *handoff.Git {
	t.Helper()
	state, err := Program{Environ: os.Environ()}.Read(context.Background(), folder, paths)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// Ensure what is checked out is read from git's files as git itself says it: on a branch,
// with packed refs, in a worktree, in a folder below, detached, in the middle of a rebase,
// and before the first commit.
func TestReadHead(t *testing.T) {
	folder := repository(t)
	check := func(name, at, branch string, rebasing bool) {
		t.Helper()
		h, err := ReadHead(at)
		want := ""
		if name != "unborn" {
			want = runGit(t, at, "rev-parse", "HEAD")
		}
		if err != nil || h.Branch != branch || h.Commit != want || h.Rebasing != rebasing {
			t.Errorf("%s: got %+v, %v, want %q at %q", name, h, err, branch, want)
		}
	}
	check("a branch", folder, "main", false)
	write(t, folder, "sub/b.txt", "x")
	check("below", filepath.Join(folder, "sub"), "main", false)
	runGit(t, folder, "pack-refs", "--all")
	check("packed", folder, "main", false)
	runGit(t, folder, "update-ref", "refs/heads/--upload-pack=x", "HEAD")
	runGit(t, folder, "symbolic-ref", "HEAD", "refs/heads/--upload-pack=x")
	check("like an option", folder, "--upload-pack=x", false)
	runGit(t, folder, "symbolic-ref", "HEAD", "refs/heads/main")
	tree := filepath.Join(t.TempDir(), "tree")
	runGit(t, folder, "worktree", "add", "-q", "-b", "topic", tree)
	check("a worktree", tree, "topic", false)
	write(t, tree, "a.txt", "two\n")
	runGit(t, tree, "commit", "-q", "-am", "theirs")
	write(t, folder, "a.txt", "three\n")
	runGit(t, folder, "commit", "-q", "-am", "ours")
	runGit(t, tree, "rebase", "main")
	check("a rebase", tree, "topic", true)
	runGit(t, folder, "checkout", "-q", "--detach")
	check("detached", folder, "", false)
	empty := t.TempDir()
	runGit(t, empty, "init", "-q", "-b", "fresh")
	check("unborn", empty, "fresh", false)
	if _, err := ReadHead(t.TempDir()); !errors.Is(err, ErrNoRepository) {
		t.Errorf("no repository: got %v", err)
	}
	write(t, empty, ".git/HEAD", "ref: refs/heads/.invalid\n") // as a git with reftables writes it
	if h, err := ReadHead(empty); err == nil {
		t.Errorf("reftables: got %+v", h)
	}
}

// Ensure git's files may hold anything: nothing outside of the repository is read, and what
// is no hash is none.
func TestReadHeadOfBrokenFiles(t *testing.T) {
	for head, want := range map[string]Head{
		"ref: refs/heads/../../../secret": {Branch: "../../../secret"}, "ref: /etc/passwd": {Branch: "/etc/passwd"}, "": {}, "nonsense": {},
		strings.Repeat("f", 4<<10+1): {}, "ref: refs/heads/loop": {Branch: "loop"},
	} {
		folder := t.TempDir()
		write(t, folder, ".git/HEAD", head+"\n")
		write(t, folder, ".git/refs/heads/loop", "ref: refs/heads/loop\n")
		write(t, folder, "secret", strings.Repeat("a", 40)+"\n")
		want.Root = folder
		if got, err := ReadHead(folder); err != nil || got != want {
			t.Errorf("%.40q: got %+v, %v", head, got, err)
		}
	}
}

// Ensure the state names each asked file once, whatever its name, and no other file.
func TestRead(t *testing.T) {
	folder := repository(t)
	odd := "odd\nGoal: \"x\" ü.txt"
	for _, name := range []string{odd, "-n.txt", ":(glob)*.txt", "new/deep/c.txt", "others.txt"} {
		write(t, folder, name, "x")
	}
	write(t, folder, "a.txt", "two\n")
	write(t, folder, "staged.txt", "x")
	runGit(t, folder, "add", "staged.txt")
	state := read(t, folder, "a.txt", odd, "-n.txt", ":(glob)*.txt", "new", "staged.txt", "absent.txt")
	got := map[string]string{}
	for _, c := range state.Changes {
		got[c.Path] = c.State
	}
	want := map[string]string{
		"a.txt": handoff.Modified, odd: handoff.Untracked, "-n.txt": handoff.Untracked, ":(glob)*.txt": handoff.Untracked,
		"new/deep/c.txt": handoff.Untracked, "staged.txt": handoff.Added,
	}
	for name, state := range want {
		if got[name] != state {
			t.Errorf("%q is %q, want %q", name, got[name], state)
		}
	}
	if len(got) != len(want) || len(state.Changes) != len(want) {
		t.Errorf("got %q", got)
	}
	if len(state.Commits) != 1 || state.Commits[0].Subject != "first" || len(state.Commits[0].Paths) != 1 || state.Commits[0].Paths[0] != "a.txt" || state.Commits[0].Hash != state.Head {
		t.Errorf("got %+v", state.Commits)
	}
	runGit(t, folder, "rm", "-q", "-f", "a.txt")
	if state := read(t, folder, "a.txt"); len(state.Changes) != 1 || state.Changes[0].State != handoff.Deleted {
		t.Errorf("removed: got %+v", state.Changes)
	}
	if state := read(t, folder); len(state.Changes) != 0 || len(state.Commits) != 1 {
		t.Errorf("asked of nothing: got %+v", state)
	}
}

// Ensure a commit that lists more files than are read, as that of a shallow clone does, costs no
// more than what is behind it, and that it is known whether there may be older commits.
func TestReadOfManyFiles(t *testing.T) {
	folder := repository(t)
	if state := read(t, folder, "a.txt"); state.Older {
		t.Error("a single commit has older ones")
	}
	blob := runGit(t, folder, "rev-parse", "HEAD:a.txt")
	var listed strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&listed, "100644 %s\t%s/%d\n", blob, strings.Repeat("long", 40), i)
	}
	command := exec.Command("git", "-C", folder, "update-index", "--index-info")
	command.Stdin = strings.NewReader(listed.String())
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	runGit(t, folder, "commit", "-q", "-m", "many")
	write(t, folder, "a.txt", "two\n")
	state := read(t, folder, "a.txt")
	if len(state.Changes) != 1 || len(state.Commits) != 1 || state.Commits[0].Subject != "many" || len(state.Commits[0].Paths) != pathsMax || !state.Older {
		t.Errorf("got %d changes, %d commits, older %v", len(state.Changes), len(state.Commits), state.Older)
	}
	runGit(t, folder, "commit", "-q", "-am", "newest")
	for i := range commitsMax {
		runGit(t, folder, "commit", "-q", "--allow-empty", "-m", fmt.Sprint(i))
	}
	if state := read(t, folder, "a.txt"); len(state.Commits) != commitsMax || !state.Older {
		t.Errorf("of many commits: got %d, older %v", len(state.Commits), state.Older)
	}
}

// Ensure that neither a repository's settings nor variables make git run programs or look
// elsewhere.
func TestReadIsSafe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are scripts of a Unix shell")
	}
	folder := repository(t)
	ran := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho $0 >> "+ran+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "diff.external", "gpg.program", "credential.helper"} {
		runGit(t, folder, "config", key, script)
	}
	runGit(t, folder, "config", "log.showSignature", "true")
	runGit(t, folder, "config", "core.hooksPath", filepath.Dir(script))
	if err := os.Rename(script, filepath.Join(filepath.Dir(script), "post-index-change")); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "core.pager", "diff.external", "gpg.program"} {
		runGit(t, folder, "config", key, filepath.Join(filepath.Dir(script), "post-index-change"))
	}
	_ = os.Remove(ran)
	write(t, folder, "a.txt", "two\n")
	other := t.TempDir()
	state, err := Program{Environ: append(os.Environ(), "GIT_DIR="+other, "GIT_WORK_TREE="+other, "GIT_PAGER=false", "GIT_EXTERNAL_DIFF="+script, "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0="+script)}.
		Read(context.Background(), folder, []string{"a.txt"})
	if err != nil || len(state.Changes) != 1 || len(state.Commits) != 1 {
		t.Errorf("got %+v, %v", state, err)
	}
	if text, err := os.ReadFile(ran); err == nil {
		t.Errorf("programs ran: %s", text)
	}
}

// Ensure git obeys no settings among the files of a clone, in a folder that it would take for a
// bare repository.
func TestReadOfPlantedRepository(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the filter is a command of a Unix shell")
	}
	folder := repository(t)
	inside := filepath.Join(folder, "sub")
	write(t, inside, "a.go", "a")
	runGit(t, inside, "init", "-q", "-b", "main")
	runGit(t, inside, "add", "-A")
	for _, name := range []string{"HEAD", "objects", "refs", "index"} {
		if err := os.Rename(filepath.Join(inside, ".git", name), filepath.Join(inside, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(inside, ".git")); err != nil {
		t.Fatal(err)
	}
	ran := filepath.Join(t.TempDir(), "ran")
	write(t, inside, "config", "[core]\n\trepositoryFormatVersion = 0\n\tworktree = .\n[filter \"x\"]\n\tclean = \"touch '"+ran+"'; cat\"\n")
	write(t, inside, "info/attributes", "* filter=x\n")
	write(t, inside, "a.go", "b")
	state, err := Program{Environ: os.Environ()}.Read(context.Background(), inside, []string{"a.go"})
	if !errors.Is(err, git.ErrPlanted) {
		t.Errorf("got %+v, %v", state, err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the filter ran")
	}
}

// Ensure no filter of the repository runs to find out whether a file changed, in gits that
// can be told so: those since 2.41. An older one runs a filter that the repository's settings
// define, as each of the user's own commands of git does.
func TestReadRunsNoFilter(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the filter is a command of a Unix shell")
	}
	for _, format := range []string{"sha1", "sha256"} {
		folder := t.TempDir()
		repository(t) // skips without git
		runGit(t, folder, "init", "-q", "-b", "main", "--object-format="+format)
		write(t, folder, ".gitattributes", "*.txt filter=stranger\n")
		write(t, folder, "a.txt", "one\n")
		runGit(t, folder, "add", "-A")
		runGit(t, folder, "commit", "-q", "-m", "first")
		ran := filepath.Join(t.TempDir(), "ran")
		runGit(t, folder, "config", "filter.stranger.clean", "touch '"+ran+"'; cat")
		write(t, folder, "a.txt", "two\n") // as long as before, so that only its content tells
		state := read(t, folder, "a.txt")
		if len(state.Changes) != 1 || len(state.Commits) != 1 {
			t.Errorf("%s: got %+v", format, state)
		}
		if _, err := os.Stat(ran); err == nil && knowsAttributeSource(t) {
			t.Errorf("%s: the filter ran", format)
		}
	}
}

func knowsAttributeSource(t *testing.T) bool {
	t.Helper()
	return exec.Command("git", "--attr-source=4b825dc642cb6eb9a060e54bf8d69288fbee4904", "version").Run() == nil
}

// Ensure git that is missing, slow, or speaks otherwise costs its state and no more than the
// time that it has.
func TestReadWithoutGit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are scripts of a Unix shell")
	}
	folder := repository(t)
	if _, err := (Program{Path: filepath.Join(folder, "absent")}).Read(context.Background(), folder, []string{"a.txt"}); err == nil {
		t.Error("a missing git answered")
	}
	for name, text := range map[string]string{"slow": "sleep 60", "failing": "echo fatal >&2; exit 128", "endless": "yes"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*Timeout)
		start := time.Now()
		state, err := Program{Path: path, Environ: os.Environ()}.Read(ctx, folder, []string{"a.txt"})
		if err == nil || state != nil {
			t.Errorf("%s: got %+v, %v", name, state, err)
		}
		if took := time.Since(start); took > 20*time.Second { // only to end endless waiting
			t.Errorf("%s: it took %v", name, took)
		}
		cancel()
	}
}

// Ensure git is asked what is checked out where it keeps refs in reftables: on a branch, in a
// rebase, detached and before the first commit.
func TestReadOfReftables(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script of a Unix shell")
	}
	commit := strings.Repeat("a", 40)
	for name, test := range map[string]struct {
		oid, head, rebased string
		want               handoff.Git
	}{
		"a branch":       {commit, "topic/x y", "", handoff.Git{Branch: "topic/x y", Head: commit}},
		"a rebase":       {commit, "(detached)", "refs/heads/topic", handoff.Git{Branch: "topic", Head: commit, Rebasing: true}},
		"left a rebase":  {commit, "main", "refs/heads/topic", handoff.Git{Branch: "main", Head: commit}},
		"detached":       {commit, "(detached)", "", handoff.Git{Head: commit}},
		"no commits yet": {"(initial)", "main", "", handoff.Git{Branch: "main"}},
	} {
		folder := t.TempDir()
		write(t, folder, ".git/HEAD", "ref: refs/heads/.invalid\n")
		if test.rebased != "" {
			write(t, folder, ".git/rebase-merge/head-name", test.rebased+"\n")
		}
		got, err := Program{Path: gitWithReftables(t, test.oid, test.head), Environ: os.Environ()}.Read(t.Context(), folder, []string{"a.txt"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		commits, changes := got.Commits, got.Changes
		test.want.Root, got.Commits, got.Changes = folder, nil, nil
		if !reflect.DeepEqual(*got, test.want) || len(changes) != 1 || (len(commits) == 1) != (test.want.Head != "") {
			t.Errorf("%s: got %+v with %v and %v, want %+v", name, *got, changes, commits, test.want)
		}
	}
}

// gitWithReftables is a program that prints what git does where refs are in reftables, of which
// one file is new.
func gitWithReftables(t *testing.T, oid, head string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "git")
	if err := os.WriteFile(path, []byte(`#!/bin/sh
case "$*" in
*" status "*" --branch "*) printf '# branch.oid `+oid+`\0# branch.head `+head+`\0' ;;
*" status "*) printf '? a.txt\0' ;;
*) printf '\001`+oid+` 1777852800 subject\0' ;;
esac
`), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// FuzzParse holds that nothing that git prints, or somebody in its place, breaks the readers.
func FuzzParse(f *testing.F) {
	f.Add([]byte("1 .M N... 100644 100644 100644 aaa bbb a b.txt\x00? x\ny\x00u UU N... 1 2 3 4 a b c d.txt\x00"))
	f.Add([]byte("# branch.oid " + strings.Repeat("a", 40) + "\x00# branch.head main\x00"))
	f.Add([]byte("\x01" + strings.Repeat("a", 40) + " 1777852800 subject\x00\na.txt\x00b.txt\x00\x01bbb x\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range parseStatus(data) {
			if c.Path == "" || c.State == "" {
				t.Errorf("got %+v", c)
			}
		}
		if _, commit := parseHead(data); commit != "" && hash(commit) != commit {
			t.Errorf("got %q", commit)
		}
		if got := len(parseLog(data)); got > commitsMax {
			t.Errorf("got %d commits", got)
		}
	})
}

package transcript_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
)

// Ensure transcripts are found in a folder of projects, of one, or by name, last
// written first, those of subagents and links left out.
func TestFind(t *testing.T) {
	root := t.TempDir()
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i, name := range []string{"-a/one.jsonl", "-b/two.jsonl", "-b/agent-x.jsonl", "-b/two/subagents/agent-1.jsonl", "-b/two/subagents/agent-2.jsonl", "-b/notes.txt", "-b/two/deep.jsonl"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(line(i)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "-a/one.jsonl"), filepath.Join(root, "-b/link.jsonl")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path              string
		files             string
		subagents, others int
	}{{"", "two one", 3, 1}, {"-b", "two", 3, 1}, {"-a/one.jsonl", "one", 0, 0}} {
		found, err := records.Find(filepath.Join(root, test.path))
		var names []string
		for _, file := range found.Files {
			names = append(names, strings.TrimSuffix(filepath.Base(file.Path), records.Ending))
		}
		if got := strings.Join(names, " "); err != nil || got != test.files || found.Subagents != test.subagents || found.Others != test.others {
			t.Errorf("%q: got %q, %d subagents, %d others, %v", test.path, got, found.Subagents, found.Others, err)
		}
	}
	for _, path := range []string{"-b/notes.txt", "nowhere"} {
		if _, err := records.Find(filepath.Join(root, path)); err == nil {
			t.Errorf("%s was taken for a transcript", path)
		}
	}
	found, err := records.Find(filepath.Join(root, "-a"))
	if err != nil {
		t.Fatal(err)
	}
	if got := records.Began(found.Files[0]); got.Format(time.TimeOnly) != "10:00:00" {
		t.Errorf("it began at %v", got)
	}
}

// Ensure a session's transcript is found where the client keeps those of its workspace, and
// where it was begun elsewhere, and that no id leads out of the folder of projects.
func TestOf(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"projects/-w-my-app/s1.jsonl", "projects/-elsewhere/s2.jsonl", "secret.jsonl", "projects/-w-my-app/folder.jsonl/x"} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string]string{
		"s1": "projects/-w-my-app/s1.jsonl", "s2": "projects/-elsewhere/s2.jsonl",
		"s3": "", "": "", "..": "", ".": "", "../../secret": "", "../secret": "", "folder": "", "s1\x00": "", strings.Repeat("s", 5000): "",
	} {
		if want != "" {
			want = filepath.Join(home, want)
		}
		if got := records.Of(home, "/w/my.app", id); got != want {
			t.Errorf("%.40q: got %q, want %q", id, got, want)
		}
	}
	if got := records.Of(filepath.Join(home, "absent"), "/w", "s1"); got != "" {
		t.Errorf("got %q", got)
	}
}

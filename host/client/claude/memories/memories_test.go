package memories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Ensure a file with a header is one memory, and in any other each item of a list is one, but
// for those that only name another file and what a fence holds.
func TestRead(t *testing.T) {
	got := map[string][]inspect.ForeignLesson{}
	for _, name := range []string{"MEMORY.md", "glaze-order.md"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if got[name], err = Read(data); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string][]inspect.ForeignLesson{
		"MEMORY.md": {
			{Title: "Cones", Text: "cone 6 is 1222 °C here, the controller's table is wrong for the small kiln", ByModel: true, Line: 4},
			{Text: "Never open the lid above 120 °C", ByModel: true, Line: 6},
			{Text: "Log each firing in firings.csv", ByModel: true, Line: 13},
		},
		"glaze-order.md": {{Title: "Glaze the inside first", Text: "Why Pour the inside first and wait an hour: wet walls let the outside run.", Category: "correction", ByModel: true, Line: 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Ensure the folder is found by the workspace's path, from a folder below as well, and that
// nothing but its own Markdown files is.
func TestFiles(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, "projects", "-work-kiln", "memory")
	for _, name := range []string{"MEMORY.md", "notes.txt", "below/x.md"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("- x\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(folder, "link.md")); err != nil {
		t.Skip(err)
	}
	real, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(t.TempDir(), "user")
	if err := os.Symlink(filepath.Join(real, "user"), linked); err != nil {
		t.Skip(err)
	}
	for _, dir := range []string{filepath.Join(real, "user", "kiln"), transcript.ProjectOf(home, real)} {
		if err := os.MkdirAll(filepath.Join(dir, "memory"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(transcript.ProjectOf(home, real), "memory", "MEMORY.md"), []byte("- x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Files(inspect.LessonPlace{Home: home, UserDir: linked, Workspace: filepath.Join(real, "user", "kiln")}); len(got) != 0 {
		t.Errorf("above the home directory, which a link leads to: got %v", got)
	}
	for workspace, want := range map[string]int{"/work/kiln": 1, "/work/kiln/src/deep": 1, "/work": 0, "/work/other": 0, "": 0} {
		got := Files(inspect.LessonPlace{Home: home, UserDir: "/home/u", Workspace: workspace})
		if len(got) != want || want > 0 && got[0].Path != filepath.Join(folder, "MEMORY.md") {
			t.Errorf("%s: got %v", workspace, got)
		}
	}
}

// Ensure no file breaks the reader or yields a text of two lines or without end.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"MEMORY.md", "glaze-order.md"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("- **x\n- ****\n- ** **:\n```\n- y")
	f.Fuzz(func(t *testing.T, text string) {
		lessons, err := Read([]byte(text))
		if err != nil {
			return
		}
		for _, l := range lessons {
			if l.Text == "" || strings.ContainsAny(l.Text+l.Title, "\n\r") || len([]rune(l.Text)) > textMax+1 {
				t.Errorf("%q: %+v", text, l)
			}
		}
	})
}

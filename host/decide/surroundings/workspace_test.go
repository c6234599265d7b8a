package surroundings

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write golden files")

// Ensure that each workspace of testdata says what stands in its last file, and
// nothing else: a new kind of manifest is a new file there.
func TestWorkspacesSpeak(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("got %d workspaces, %v", len(files), err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			last := len(archive.Files) - 1
			workspace := fstest.MapFS{}
			for _, file := range archive.Files[:last] {
				workspace[file.Name] = &fstest.MapFile{Data: file.Data}
			}
			got := Find(workspace).Words(workspace).Encode()
			if *update {
				archive.Files[last].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(archive.Files[last].Data), got); archive.Files[last].Name != "words" || diff != "" {
				t.Errorf("words (-want +got):\n%s", diff)
			}
		})
	}
}

// Ensure that a manifest is read again when it or its neighbours changed, and
// only then.
func TestStampFollowsChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	look := func(known string) (Words, string) {
		t.Helper()
		words, stamp, err := Look(dir, known)
		if err != nil {
			t.Fatal(err)
		}
		return words, stamp
	}
	write("go.mod", "module x\n")
	words, first := look("")
	if len(words) == 0 {
		t.Fatal("go.mod says nothing")
	}
	if words, stamp := look(first); words != nil || stamp != first {
		t.Errorf("unchanged: got %v, %s; want none, %s", words, stamp, first)
	}
	write("notes.txt", "nothing of interest")
	if words, _ := look(first); words != nil {
		t.Errorf("another file: got %v", words)
	}
	if err := os.Chtimes(filepath.Join(dir, "go.mod"), time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	_, second := look(first)
	write("apps/web/package.json", `{"dependencies": {"react": "18"}}`)
	words, third := look(second)
	if first == second || second == third || !strings.Contains(words.Encode(), "react") {
		t.Errorf("got stamps %s, %s, %s and words %v", first, second, third, words)
	}
	if _, _, err := Look(filepath.Join(dir, "absent"), ""); err == nil {
		t.Error("a workspace that is not there was read")
	}
}

// Ensure that a manifest of hundreds of packages says no more than can be looked
// up, read or stored.
func TestWordsAreBounded(t *testing.T) {
	var lines strings.Builder
	for i := range 3 * wordsMax {
		fmt.Fprintf(&lines, "package%d\n", i)
	}
	workspace := fstest.MapFS{"requirements.txt": &fstest.MapFile{Data: []byte(lines.String())}}
	words := Find(workspace).Words(workspace)
	if len(words) != wordsMax || words[0].Text != "python" {
		t.Errorf("got %d words, first %v", len(words), words[0])
	}
	if got := len(DecodeWords(strings.ReplaceAll(lines.String(), "package", "0.5 package"))); got != wordsMax {
		t.Errorf("read %d words", got)
	}
}

// Ensure that no text of a manifest, whatever its kind, makes the reader panic,
// loop or exceed its limits.
func FuzzManifests(f *testing.F) {
	names := []string{
		"package.json", "pyproject.toml", "requirements.txt", "environment.yml", "go.mod", "Gemfile", "pom.xml", "a.csproj",
		"build.gradle", "Dockerfile", "compose.yml", "Chart.yaml", "main.tf", ".github/workflows/a.yml", "a.ipynb", "Packages/manifest.json",
	}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for i, file := range archive.Files {
			f.Add(uint8(i), file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, text []byte) {
		workspace := fstest.MapFS{names[int(kind)%len(names)]: &fstest.MapFile{Data: text, Mode: fs.FileMode(0o600)}}
		manifests := Find(workspace)
		if len(manifests.files) != 1 {
			t.Fatalf("got %d manifests", len(manifests.files))
		}
		checkWords(t, manifests.Words(workspace))
	})
}

// checkWords holds words to their limits and to coming back as they were written.
func checkWords(t *testing.T, words Words) {
	t.Helper()
	if len(words) > wordsMax {
		t.Errorf("got %d words", len(words))
	}
	for i, word := range words {
		if word.Text == "" || len(word.Text) > wordBytesMax || !(word.Weight > 0 && word.Weight <= 1) {
			t.Errorf("got word %q of weight %v", word.Text, word.Weight)
		}
		if i > 0 && words[i-1].Weight < word.Weight {
			t.Errorf("word %d weighs more than the one before", i)
		}
	}
	if encoded := words.Encode(); DecodeWords(encoded).Encode() != encoded {
		t.Errorf("came back as\n%swant\n%s", DecodeWords(encoded).Encode(), encoded)
	}
}

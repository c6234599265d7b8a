//go:build unix

package serve

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/codeindex"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/code/project"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/serve/mcp"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// writeSource writes a file with one function, old enough for its time to be relied on.
func writeSource(t *testing.T, folder, name, function string) {
	t.Helper()
	envtest.Must(t, os.MkdirAll(folder, 0o700))
	path := filepath.Join(folder, name)
	envtest.Must(t, os.WriteFile(path, []byte("package a\n\n// "+function+" is here.\nfunc "+function+"() {}\n"), 0o600))
	old := time.Now().Add(-time.Hour)
	envtest.Must(t, os.Chtimes(path, old, old))
}

// indexCode makes the index of a folder, which has a project's mark.
func indexCode(t *testing.T, e *env.Env, folder string) project.Home {
	t.Helper()
	envtest.Must(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module a\n"), 0o600))
	home, err := project.HomeOf(e.Paths.Code, folder)
	envtest.Must(t, err)
	p, err := project.Open(home, codeindex.Options(e))
	envtest.Must(t, err)
	_, err = p.Refresh(t.Context(), nil)
	envtest.Must(t, errors.Join(err, p.Close()))
	return home
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Ensure the server brings the index of a workspace up to date, makes none that nobody asked for,
// and drops those whose folder is gone once nobody has written to them for 30 days.
func TestServerLooksAtCode(t *testing.T) {
	b := newWarmBench(t)
	server, now := newWarmServer(b.env), time.Now().Add(time.Hour)
	server.Now = func() time.Time { return now }
	envtest.Must(t, server.lookAtCodeOf(t.Context(), b.work))
	if isThere(b.env.Paths.Code) {
		t.Fatal("an index was made that nobody asked for")
	}
	writeSource(t, b.work, "a.go", "Alpha")
	home := indexCode(t, b.env, b.work)
	gone, there := filepath.Join(t.TempDir(), "gone"), filepath.Join(t.TempDir(), "else")
	writeSource(t, gone, "g.go", "Gone")
	writeSource(t, there, "e.go", "Else")
	stray, other := indexCode(t, b.env, gone), indexCode(t, b.env, there)
	envtest.Must(t, os.RemoveAll(gone))

	writeSource(t, b.work, "b.go", "Beta")
	envtest.Must(t, server.lookAtCodeOf(t.Context(), b.work))
	if !isThere(stray.File) {
		t.Error("a disk may come back")
	}
	server.Dir = b.work
	answer, err := server.searchCode(t.Context(), mcp.CodeInput{Query: "Beta", Limit: 3, Lines: 1})
	envtest.Must(t, err)
	if len(answer.Hits) == 0 || answer.Hits[0].At != "b.go:3-4" {
		t.Errorf("got %+v", answer)
	}
	now = now.Add(project.StrayAge + time.Hour)
	envtest.Must(t, server.lookAtCodeOf(t.Context(), b.work))
	if isThere(stray.File) || !isThere(home.File) || !isThere(other.File) {
		t.Errorf("after 30 days: of the folder that is gone %v, of those that are there %v %v", isThere(stray.File), isThere(home.File), isThere(other.File))
	}
	envtest.Must(t, server.code.letGo())
}

// Ensure an error of the model is told once, not after every turn, and keeps nothing of an index's
// upkeep from being done.
func TestServerLooksAtCodeWithoutItsModel(t *testing.T) {
	b := newWarmBench(t)
	server, now := newWarmServer(b.env), time.Now().Add(project.StrayAge+time.Hour)
	server.Now = func() time.Time { return now }
	manifest, err := onnx.Find(b.env.Paths.Models, onnx.ModelIDs[0])
	envtest.Must(t, err)
	const library = "library.so"
	envtest.WriteFile(t, filepath.Join(b.env.Paths.Models, library), "none")
	record, err := json.Marshal(onnx.Record{Identity: manifest.Identity(), Version: "1.27.0", Library: library, Files: []onnx.RecordedFile{{Path: library, Bytes: 4}}})
	envtest.Must(t, err)
	envtest.WriteFile(t, filepath.Join(b.env.Paths.Models, manifest.ID, onnx.InstalledFile), string(record))
	writeSource(t, b.work, "a.go", "Alpha")
	indexCode(t, b.env, b.work)
	gone := filepath.Join(t.TempDir(), "gone")
	writeSource(t, gone, "g.go", "Gone")
	stray := indexCode(t, b.env, gone)
	envtest.Must(t, os.RemoveAll(gone))

	if err := server.lookAtCodeOf(t.Context(), b.work); err == nil || !strings.Contains(err.Error(), "open model") {
		t.Errorf("with a model that does not open: %v", err)
	}
	if isThere(stray.File) {
		t.Error("what is left of a folder that is gone was kept")
	}
	envtest.Must(t, server.lookAtCodeOf(t.Context(), b.work))
	if len(server.ended.waiting) > 0 {
		t.Error("it is to be tried again at once")
	}
	now = now.Add(embedRestWait)
	if err := server.lookAtCodeOf(t.Context(), b.work); err == nil {
		t.Error("it is not tried again")
	}
}

// Ensure a search goes by the settings as they are now, not as they were at the server's first one.
func TestServerReadsCodeSettings(t *testing.T) {
	b := newWarmBench(t)
	settings := filepath.Join(filepath.Dir(b.env.Paths.StateDB), "config.yaml")
	envtest.WriteFile(t, settings, "code: {files_max: 1}\n")
	envtest.Must(t, b.env.Configure(b.work))
	for i, function := range []string{"Alpha", "Beta", "Gamma"} {
		writeSource(t, b.work, []string{"a.go", "b.go", "c.go"}[i], function)
	}
	indexCode(t, b.env, b.work)
	server := newWarmServer(b.env)
	server.Dir = b.work
	found := func() (hits int) {
		for _, query := range []string{"Alpha", "Beta", "Gamma"} {
			answer, err := server.searchCode(t.Context(), mcp.CodeInput{Query: query, Limit: 1, Lines: 1})
			envtest.Must(t, err)
			hits += len(answer.Hits)
		}
		return hits
	}
	if got := found(); got > 1 {
		t.Fatalf("of one file at most: %d hits", got)
	}
	envtest.WriteFile(t, settings, "code: {files_max: 100}\n")
	if got := found(); got != 3 {
		t.Errorf("once 100 files count: %d hits, want 3", got)
	}
	envtest.Must(t, server.code.letGo())
}

// Ensure a search in the server embeds questions and places as the commands do, whatever their
// language is: both keep their vectors in one index.
func TestServerEmbedsCodeAsCommands(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	envtest.LinkModels(t, models, filepath.Dir(b.env.Paths.IndexDB))
	envtest.Must(t, b.env.Configure(b.work))
	if _, installed := wire.LanguagesInstalled(b.env); !installed {
		t.Skip("the model for other languages is not installed")
	}
	server := newWarmServer(b.env)
	is, want := server.codeModel(b.env), codeindex.Model(b.env)
	near := func(what string, is, want func(string) ([]float32, error), text string) {
		t.Helper()
		one, err := is(text)
		envtest.Must(t, err)
		other, err := want(text)
		envtest.Must(t, err)
		cosine := 0.
		for i := range one {
			cosine += float64(one[i]) * float64(other[i])
		}
		if cosine < .999 {
			t.Errorf("%s %q: cosine %.3f to that of the commands", what, text, cosine)
		}
	}
	for _, text := range []string{"where is the ledger parsed", "wo wird die Datei mit den Buchungen gelesen und geprüft"} {
		near("question", is.Query, want.Query, text)
		near("place", is.Passage, want.Passage, text)
	}
	envtest.Must(t, server.kept.LetGo())
}

// Ensure the model that the settings name for code is let go once they name another one, or nothing
// was served for long.
func TestLetsGoOfCodeModel(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	envtest.LinkModels(t, models, filepath.Dir(b.env.Paths.IndexDB))
	names := []string{"all-MiniLM-L6-v2", "all-MiniLM-L6-v2-skills"}
	mapped := func() (times [2]int) {
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip("the system does not say which files are in memory")
		}
		for i, name := range names {
			times[i] = strings.Count(string(maps), "/"+name+"/")
		}
		return times
	}
	server, before := newWarmServer(b.env), mapped()
	for i, name := range names {
		b.env.Loaded.Code.Model = name
		_, err := server.codeModel(b.env).Query("where is the ledger parsed")
		envtest.Must(t, err)
		if got := mapped(); got[i] == before[i] || got[1-i] != before[1-i] {
			t.Errorf("with %s: %v are in memory %d times, before %d", name, names, got, before)
		}
	}
	envtest.Must(t, errors.Join(server.kept.LetGo(), server.code.letGo()))
	if got := mapped(); got != before {
		t.Errorf("let go: %v are in memory %d times, before %d", names, got, before)
	}
}

// Ensure a server that outlives an upgrade leaves the later version's index of code alone, and
// says what is the matter.
func TestServerLeavesNewerCode(t *testing.T) {
	b := newWarmBench(t)
	writeSource(t, b.work, "a.go", "Alpha")
	home := indexCode(t, b.env, b.work)
	server := newWarmServer(b.env)
	server.Dir = b.work
	_, err := server.searchCode(t.Context(), mcp.CodeInput{Query: "Alpha", Limit: 3, Lines: 1})
	envtest.Must(t, err)
	db, err := sqlite.Open(home.File, sqlite.Options{})
	envtest.Must(t, err)
	_, err = db.Exec(`PRAGMA user_version = 99`)
	envtest.Must(t, errors.Join(err, db.Close()))
	if _, err := server.searchCode(t.Context(), mcp.CodeInput{Query: "Alpha", Limit: 3, Lines: 1}); err == nil || !strings.Contains(err.Error(), "later version") {
		t.Errorf("searching: %v", err)
	}
	envtest.Must(t, server.lookAtCodeOf(t.Context(), b.work))
	db, err = sqlite.Open(home.File, sqlite.Options{ReadOnly: true})
	envtest.Must(t, err)
	defer db.Close()
	if got := strings.Join(queryTexts(t, db, `PRAGMA user_version`), ""); got != "99" {
		t.Errorf("the index is of version %s", got)
	}
	envtest.Must(t, server.code.letGo())
}

// Ensure what the model is shown of a source keeps its indentation, has nothing hidden, and no
// part of a secret, also where its line is shortened in the middle of one.
func TestShown(t *testing.T) {
	token := "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	hit := project.Hit{Lines: strings.Split("if a:\n\tb\u202e = \x1b[31m'"+token+"'\n"+strings.Repeat("x ", codeLineRunes/2-5)+token+"\n", "\n")}
	hit.Start = 1
	got := shown(hit, 4)
	lines := strings.Split(got, "\n")
	if lines[1] != "\tb = [31m'[redacted]'" {
		t.Errorf("got %q", lines[1])
	}
	if strings.Contains(got, "ghp") || len([]rune(lines[2])) > codeLineRunes {
		t.Errorf("got %q", lines[2])
	}
}

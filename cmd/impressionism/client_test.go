package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/client/clienttest/testdata/quill"
)

// Ensure that a prompt of another client goes through the whole decision: its payload is
// read, its folders are searched, its project's settings count, and it is answered in
// its own words and form.
func TestPromptOfAnotherClient(t *testing.T) {
	dir := t.TempDir()
	writeTestFile(t, filepath.Join(dir, "home", ".config", "quill", "abilities", "database-migrations", "SKILL.md"),
		"---\nname: database-migrations\ndescription: Write database migrations that add or drop columns of a table.\n---\nWrite the migration.\n")
	environ := []string{"HOME=" + filepath.Join(dir, "home"), "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}
	for _, name := range wideDeadlines {
		environ = append(environ, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	ask := func(chat, folder string) string {
		started = time.Now()
		served := quill.Client()
		var out, errOut bytes.Buffer
		input := encodeEvent(map[string]string{"what": "asked", "chat": chat, "folder": filepath.Join(dir, folder), "question": "write a database migration that adds a column"})
		a := &app{environ: environ, in: bytes.NewReader(input), out: &out, errOut: &errOut, started: time.Now(), now: time.Now, cwd: dir, served: &served}
		if code := a.runHook(nil); code != exitOK || strings.Contains(errOut.String(), "panic") {
			t.Errorf("exit code %d, %s", code, errOut.String())
		}
		return out.String()
	}
	writeTestFile(t, filepath.Join(dir, "quiet", ".quill", "impressionism", "config.yaml"), "suggest:\n  max: 0\n")
	if got := ask("c1", "work"); !strings.HasPrefix(got, `[["whisper","`) || !strings.Contains(got, "- /database-migrations") || !strings.Contains(got, "To recall one in full: recall database-migrations.") {
		t.Errorf("the client got %s", got)
	}
	if got := ask("c2", "quiet"); got != "" {
		t.Errorf("a project that wants none got %s", got)
	}
}

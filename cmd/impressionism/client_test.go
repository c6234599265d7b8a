package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client/clienttest/testdata/quill"
)

// Ensure that a prompt of another client goes through the whole decision: its payload is
// read, the user's and the project's folders are searched, and it is answered in the
// client's own words and form.
func TestPromptOfAnotherClient(t *testing.T) {
	dir := t.TempDir()
	envtest.WriteFile(t, filepath.Join(dir, "home", ".config", "quill", "abilities", "database-migrations", "SKILL.md"),
		"---\nname: database-migrations\ndescription: Write database migrations that add or drop columns of a table.\n---\nWrite the migration.\n")
	environ := []string{"HOME=" + filepath.Join(dir, "home"), "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}
	for _, name := range envtest.WideDeadlines {
		environ = append(environ, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	envtest.WriteFile(t, filepath.Join(dir, "shop", ".quill", "abilities", "quarter-closing", "SKILL.md"),
		"---\nname: quarter-closing\ndescription: Close the ledger of a quarter and book the accruals of the shop.\n---\nClose it.\n")
	ask := func(chat, question string) string {
		served := quill.Client()
		var out, errOut bytes.Buffer
		input := envtest.EncodeEvent(map[string]string{"what": "asked", "chat": chat, "folder": filepath.Join(dir, "shop"), "question": question})
		e := &env.Env{Kinds: wire.ShippedKinds(), Environ: environ, In: bytes.NewReader(input), Out: &out, ErrOut: &errOut, Started: time.Now(), Now: time.Now, Dir: dir, Served: &served}
		if code := hook.Run(e, nil, hook.Commands{}); code != env.ExitOK || strings.Contains(errOut.String(), "panic") {
			t.Errorf("exit code %d, %s", code, errOut.String())
		}
		return out.String()
	}
	if got := ask("c1", "write a database migration that adds a column"); !strings.HasPrefix(got, `[["whisper","`) || !strings.Contains(got, "- /database-migrations") || !strings.Contains(got, "To recall one in full: recall database-migrations.") {
		t.Errorf("the client got %s", got)
	}
	if got := ask("c2", "close the ledger of the quarter and book the accruals"); !strings.Contains(got, "- /quarter-closing") {
		t.Errorf("of the project's skills, the client got %s", got)
	}
}

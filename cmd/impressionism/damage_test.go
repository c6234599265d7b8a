//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/store/sqlite/sqlitetest"
)

// damagedHome is a copy of a home's data, to be damaged.
type damagedHome struct {
	t       *testing.T
	base    string
	data    string
	minute  int
	environ []string
}

func (h *damagedHome) hook(event, session, prompt string) string {
	h.t.Helper()
	h.minute++
	fields := map[string]string{"hook_event_name": event, "session_id": session, "cwd": filepath.Join(h.base, "work"), "source": "startup", "prompt": prompt}
	return hooktest.WarmHook(h.t, h.environ, envtest.EncodeEvent(fields), h.minute)
}

// outlives damages one database of a copy, and holds that no event's exit is but
// good, and that prompts are answered from the next session's start on.
func outlives(t *testing.T, base, name, file string, damage func(path string)) {
	t.Helper()
	h := &damagedHome{t: t, base: base, data: t.TempDir(), minute: 10}
	envtest.Must(t, os.CopyFS(h.data, os.DirFS(filepath.Join(base, "data"))))
	h.environ = append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+h.data, "IMPRESSIONISM_WARM_ENABLED=false")
	damage(filepath.Join(h.data, file))
	const prompt = "write a database migration"
	h.hook("UserPromptSubmit", "s1", prompt)
	h.hook("SessionStart", "s2", "")
	said := h.hook("UserPromptSubmit", "s2", prompt)
	if !strings.Contains(said, "additionalContext") || !strings.Contains(said, "database-migrations") {
		t.Errorf("%s: after a session's start: %.300s", name, said)
	}
}

// usedHome has rows in all that a session leaves.
func usedHome(t *testing.T) (base string) {
	t.Helper()
	base = hooktest.WarmHome(t, "")
	h := &damagedHome{t: t, base: base, environ: append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"), "IMPRESSIONISM_WARM_ENABLED=false")}
	h.hook("SessionStart", "s1", "")
	for i := range 3 {
		h.hook("UserPromptSubmit", "s1", fmt.Sprintf("write a database migration for table %d", i))
		h.hook("Stop", "s1", "")
	}
	h.hook("SessionEnd", "s1", "")
	h.hook("SessionStart", "s0", "")
	return base
}

// Ensure that nothing which a column of either database can hold silences prompts for
// longer than until the next session's start.
func TestDamagedColumnsSilenceNobody(t *testing.T) {
	base := usedHome(t)
	for _, file := range []string{"index.db", "state.db"} {
		all := sqlitetest.Columns(t, filepath.Join(base, "data", file))
		every := max(1, len(all)/sqlitetest.Runs(24)) | 1 // another value in each column
		for i := 0; i < len(all); i += every {
			outlives(t, base, file+" "+all[i].String(), file, func(path string) { all[i].Do(t, path) })
		}
	}
}

// Ensure the same of bytes in any place of either.
func TestDamagedPagesSilenceNobody(t *testing.T) {
	base := usedHome(t)
	for run := range sqlitetest.Runs(6) {
		for _, file := range []string{"index.db", "state.db"} {
			outlives(t, base, fmt.Sprintf("%s, seed %d", file, run), file, func(path string) {
				sqlitetest.Page(t, path, rand.New(rand.NewPCG(uint64(run), 2)))
			})
		}
	}
}

// Ensure that damage which SQLite does not mind, and which keeps items out of sight as
// long as their files do not change, is found by doctor, and mended by it, by index
// and by the search that comes upon it; and that each says so.
func TestCommandsMendDamage(t *testing.T) {
	base := usedHome(t)
	t.Chdir(filepath.Join(base, "work"))
	for name, c := range map[string]struct {
		damages []string
		command []string
		says    string
	}{
		"doctor": {[]string{"items.hidden = 'damaged'", "details.description = 'damaged'", "postings.tf = -1", "calibrations.lexical = X'00ff'"}, []string{"doctor"}, "index-damaged"},
		"fix":    {[]string{"items.reject_code = 'damaged'", "vectors.vector = NULL"}, []string{"doctor", "--fix"}, ""},
		"index":  {[]string{"items.hidden = 'damaged'", "postings.term = 'damaged'", "calibrations.lexical = X'00ff'"}, []string{"index"}, "The index was made again"},
		"search": {[]string{"texts_data.block = X'00ff'"}, []string{"search", "migration"}, "database-migrations"},
	} {
		for _, damage := range c.damages {
			data := t.TempDir()
			envtest.Must(t, os.CopyFS(data, os.DirFS(filepath.Join(base, "data"))))
			sqlitetest.Named(t, filepath.Join(data, "index.db"), damage).Do(t, filepath.Join(data, "index.db"))
			environ := append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+data, "IMPRESSIONISM_WARM_ENABLED=false")
			var out bytes.Buffer
			run(c.command, environ, nil, &out, &out)
			if !strings.Contains(out.String(), c.says) {
				t.Errorf("%s after %s: %s", name, damage, out.String())
			}
			h := &damagedHome{t: t, base: base, data: data, minute: 20, environ: environ}
			if said := h.hook("UserPromptSubmit", "s3", "write a database migration"); name != "doctor" && !strings.Contains(said, "database-migrations") {
				t.Errorf("a prompt after %s and %s: %s", damage, name, said)
			}
		}
	}
}

package hook

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// seen notes which files are opened.
type seen struct {
	files fs.FS
	names []string
}

func (s *seen) Open(name string) (fs.File, error) {
	s.names = append(s.names, name)
	return s.files.Open(name)
}

// Ensure that the ruleset is made ready which the prompt will be asked of: in a folder of a
// project that is the project's, which is known only after the event is stored.
func TestPrepareAfterMove(t *testing.T) {
	responder := func(id string) (*respond.Responder, *seen) {
		files := &seen{files: fstest.MapFS{id + "/" + id + ".lua": {Data: []byte("return {}")}}}
		r := &respond.Responder{Engine: &engine.Engine{Set: engine.Find(engine.Places{Builtin: files}), Runtimes: map[string]abi.Start{}}}
		r.Settings.Rulesets, r.Settings.Budgets = []string{"builtin/" + id}, abi.DefaultBudgets()
		return r, files
	}
	wired, here := responder("here")
	there, project := responder("there")
	prepare := (&Invocation{Env: &env.Env{}}).prepare(wired)
	wired.Engine, wired.Settings.Settings = there.Engine, there.Settings.Settings
	prepare()
	if !slices.Contains(project.names, "there/there.lua") || len(here.names) > 0 {
		t.Errorf("opened %v, and in the folder %v", project.names, here.names)
	}
}

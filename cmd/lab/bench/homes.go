package bench

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

// home is one user's machine as the program sees it: where its data lies and
// which skills there are. Nothing outside of the run's temporary folder is used.
type home struct {
	user    string // HOME
	data    string // IMPRESSIONISM_HOME
	work    string // where the client was started
	skills  int
	others  int    // items of other workspaces in the index
	ruleset string // a module to add and use; empty: the built-in in Lua
	environ []string
}

// The homes of one run, by what is in them.
const (
	homeWords     = "words"      // indexed; no model
	homeModel     = "model"      // indexed and embedded
	homeColdWords = "cold-words" // index removed before every run
	homeColdModel = "cold-model"
	homeMany      = "many" // indexed; many skills; no model
	homeRust      = "rust" // as words, decided by the default ruleset in Rust
	homeGo        = "go"
	homeServed    = "served"  // as model, with the client's server
	homeEndless   = "endless" // as words, with a module that never ends and fuel that never ends
)

// guestOf names the module of a home, below the folder of built guests, and its
// id.
var guestOf = map[string]struct{ file, id string }{
	homeRust:    {"builtin-rust/default.wasm", "builtin-rust/default"},
	homeGo:      {"builtin-go/default.wasm", "builtin-go/default"},
	homeEndless: {"hostile/loop_plain.wasm", "custom/loop_plain"},
}

// makeHomes makes the folders; those with a model only where it is installed.
func makeHomes(o options, folder string, skills []skill, model bool) (map[string]home, error) {
	many := replicate(skills, o.many)
	few, lots := filepath.Join(folder, "user"), filepath.Join(folder, "user-many")
	for user, owned := range map[string][]skill{few: skills, lots: many} {
		if err := writeSkills(filepath.Join(user, ".claude", "skills"), owned); err != nil {
			return nil, fmt.Errorf("write skills: %w", err)
		}
	}
	homes := map[string]home{}
	for _, name := range []string{homeWords, homeModel, homeColdWords, homeColdModel, homeMany, homeRust, homeGo, homeEndless} {
		withModel := name == homeModel || name == homeColdModel
		if withModel && !model {
			continue
		}
		h := home{user: few, data: filepath.Join(folder, name), work: filepath.Join(folder, "work"), skills: len(skills)}
		if name == homeMany {
			h.user, h.skills = lots, len(many)
		}
		if guest, ok := guestOf[name]; ok {
			h.ruleset = filepath.Join(o.guests, filepath.FromSlash(guest.file))
			if _, err := os.Stat(h.ruleset); err != nil {
				continue
			}
		}
		if err := h.make(o.models, withModel); err != nil {
			return nil, fmt.Errorf("make a home: %w", err)
		}
		h.environ = append(h.variables(), o.settings...)
		if name == homeModel || name == homeWords {
			h.environ = append(h.environ, alone)
		}
		if name == homeEndless {
			h.environ = append(h.environ, "IMPRESSIONISM_BUDGETS_FUEL=1000000000000000", "IMPRESSIONISM_HOOK_PROMPT_MS=150")
		}
		homes[name] = h
	}
	withTools, err := makeToolHomes(o, folder, skills, model)
	if err != nil {
		return nil, err
	}
	maps.Copy(homes, withTools)
	if err := addLessons(o, folder, skills, model, homes); err != nil {
		return nil, err
	}
	if err := addLeft(o, folder, skills, homes); err != nil {
		return nil, err
	}
	return homes, addBeside(o, folder, skills, homes)
}

// make links the models: copies would have other times, and count as damaged.
func (h home) make(models string, withModel bool) error {
	for _, dir := range []string{h.data, h.work} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	if !withModel {
		return nil
	}
	return os.Symlink(models, filepath.Join(h.data, "models"))
}

// inherited are the variables that any program may need to start at all.
var inherited = []string{"PATH", "LD_LIBRARY_PATH", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT"}

func (h home) variables() []string {
	environ := []string{"HOME=" + h.user, "USERPROFILE=" + h.user, "IMPRESSIONISM_HOME=" + h.data}
	for _, name := range inherited {
		if value, ok := os.LookupEnv(name); ok {
			environ = append(environ, name+"="+value)
		}
	}
	return environ
}

// dropIndex makes the next run index everything.
func (h home) dropIndex() error {
	found, err := filepath.Glob(filepath.Join(h.data, "index.db*"))
	if err != nil {
		return err
	}
	for _, path := range found {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

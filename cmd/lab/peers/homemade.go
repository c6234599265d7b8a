package peers

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// hooks are the peers whose sources are ours.
//
//go:embed hooks
var hooks embed.FS

// writeHooks writes the sources into a folder, as users have them.
func writeHooks(folder string) error {
	sources, err := fs.Sub(hooks, "hooks")
	if err != nil {
		return err
	}
	return os.CopyFS(folder, sources)
}

// listed is an item in the answer of a hook that is ours to write.
var listed = regexp.MustCompile(`(?m)^- (\S+)$`)

// homemade is a hook whose settings, threshold and rules are one JSON file.
func (c *catalog) homemade(name string, command []string, rules func(least float64) any) *peer {
	file := filepath.Join(c.folder, name+"-rules.json")
	start := bench.Start{Command: command, Dir: c.work, Environ: c.environ("SKILL_RULES=" + file)}
	p := &peer{told: listed, limit: func(least float64) error {
		encoded, err := json.MarshalIndent(rules(least), "", " ")
		if err != nil {
			return err
		}
		return os.WriteFile(file, encoded, 0o600)
	}}
	p.ask = func(ctx context.Context, queries []eval.Query) ([]answer, error) {
		batch := start
		batch.Environ = append(batch.Environ[:len(batch.Environ):len(batch.Environ)], "BATCH=1")
		return c.batch(ctx, batch, queries)
	}
	p.ways = []way{{name, func(session, prompt string) bench.Start {
		hook := start
		hook.Input = c.event(session, prompt)
		return hook
	}}}
	p.variants = []variant{{name, func(a answer, least float64) []string { return choose(a.ranking, least, suggestionsMax) }}}
	return p
}

// anything is what a hook of rules says as such hooks are published: whatever matches.
func anything(name string) variant {
	return variant{name + ", any match", func(a answer, _ float64) []string { return choose(a.ranking, 0, math.MaxInt) }}
}

func shell(_ context.Context, r *run, c *catalog) (*peer, error) {
	for _, program := range []string{"sh", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			return nil, absent{"there is no " + program + " on PATH"}
		}
	}
	rules := keywordRules{Max: suggestionsMax}
	for _, rule := range r.rulesOf(c) {
		rules.Skills = append(rules.Skills, rule.keywords())
	}
	p := c.homemade(nameShell, []string{"sh", filepath.Join(r.hooks, "keywords.sh")}, func(least float64) any {
		rules.MinScore = least
		return rules
	})
	p.variants = append(p.variants, anything(nameShell))
	return p, nil
}

func node(_ context.Context, r *run, c *catalog) (*peer, error) {
	program, err := exec.LookPath("node")
	if err != nil {
		return nil, absent{"there is no node on PATH"}
	}
	rules := skillRules{Version: "1.0", Skills: map[string]skillRule{}}
	for _, rule := range r.rulesOf(c) {
		rules.Skills[rule.id] = rule.triggers()
	}
	p := c.homemade(nameNode, []string{program, filepath.Join(r.hooks, "activate.js")}, func(least float64) any {
		rules.Settings = skillSettings{MinScore: least, MaxSkills: suggestionsMax}
		return rules
	})
	p.variants = append(p.variants, anything(nameNode))
	return p, nil
}

// embeddingModel is what people embed short texts with, as it is published.
const embeddingModel = "all-MiniLM-L6-v2"

// embeddingSettings is what the hook in Python reads.
type embeddingSettings struct {
	Model      string   `json:"model"`
	Vocabulary string   `json:"vocabulary"`
	Vectors    string   `json:"vectors"`
	Names      []string `json:"names"`
	MinScore   float64  `json:"min_score"`
	Max        int      `json:"max"`
}

func python(ctx context.Context, r *run, c *catalog) (*peer, error) {
	if err := onnx.Installed(r.models, embeddingModel); err != nil {
		return nil, absent{err.Error()}
	}
	interpreter, err := r.pip(ctx, "embedding", "--requirement", filepath.Join(r.hooks, "requirements.txt"))
	if err != nil {
		return nil, err
	}
	settings := embeddingSettings{
		Model:      filepath.Join(r.models, embeddingModel, onnx.FastFile),
		Vocabulary: filepath.Join(r.models, embeddingModel, onnx.VocabularyFile),
		Vectors:    filepath.Join(c.folder, "vectors.npy"), Max: suggestionsMax,
	}
	var texts []string
	for _, item := range c.corpus.Items() {
		settings.Names, texts = append(settings.Names, item.ID), append(texts, item.Name+": "+item.Description)
	}
	command := []string{interpreter, filepath.Join(r.hooks, "embedding.py")}
	p := c.homemade(namePython, command, func(least float64) any {
		settings.MinScore = least
		return settings
	})
	if err := p.limit(0); err != nil {
		return nil, err
	}
	build := p.ways[0].start("", "")
	build.Command = append(command[:2:2], "build")
	if build.Input, err = json.Marshal(texts); err != nil {
		return nil, err
	}
	_, err = output(ctx, build)
	return p, err
}

// absent is why a program cannot be measured on this machine.
type absent struct{ why string }

func (a absent) Error() string { return a.why }

// pip returns the Python of an environment into which pip has installed, once in a run.
func (r *run) pip(ctx context.Context, name string, wanted ...string) (string, error) {
	folder := filepath.Join(r.folder, "python-"+name)
	interpreter := filepath.Join(folder, "bin", "python")
	if known, ok := r.installed[name]; ok {
		return interpreter, known
	}
	fmt.Fprintln(r.progress, "install what pip has for", name)
	err := r.venv(ctx, folder, interpreter, wanted)
	if err != nil && ctx.Err() == nil {
		err = absent{err.Error()}
	}
	r.installed[name] = err
	return interpreter, err
}

func (r *run) venv(ctx context.Context, folder, interpreter string, wanted []string) error {
	here := os.Environ() // pip's settings say which registry
	if _, err := output(ctx, bench.Start{Command: []string{r.python, "-m", "venv", folder}, Environ: here}); err != nil {
		return err
	}
	install := append([]string{interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, wanted...)
	_, err := output(ctx, bench.Start{Command: install, Environ: here})
	return err
}

// skippable returns why a program cannot be measured here; empty for any other error.
func skippable(err error) string {
	why := absent{}
	if errors.As(err, &why) {
		return cmp.Or(why.why, "absent")
	}
	return ""
}

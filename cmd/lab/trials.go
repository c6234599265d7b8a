package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/lab/activation"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/client/claude/client"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/store/session"
)

func (m *activationPlan) shape(outcomes []activation.Outcome, model string) result {
	s := result{
		Model: model, Prompts: len(m.prompts), Repeats: m.options.repeats, Planned: len(m.trials), Trials: len(outcomes),
		USD: activation.USD(outcomes), Wordings: []wordingResult{}, Pairs: []pairResult{}, Failures: []string{},
	}
	for _, row := range activation.Table(m.names, outcomes) {
		s.Wordings = append(s.Wordings, wordingResult{
			Name: row.Wording, Trials: row.Trials, Failed: row.Failed, Untold: row.Untold, Loaded: row.Loaded, Other: row.Other, USD: row.USD,
		})
	}
	for _, pair := range activation.Pairs(m.names, outcomes) {
		s.Pairs = append(s.Pairs, pairResult(pair))
	}
	seen := map[string]bool{}
	for _, o := range outcomes {
		s.Requests += o.Answers
		if o.Failure != "" && !seen[o.Failure] {
			seen[o.Failure] = true
			s.Failures = append(s.Failures, o.Failure)
		}
	}
	return s
}

func printActivation(e *env.Env, s result) {
	fmt.Fprintf(e.Out, "%d of %s with %s: %s, %.4f USD by the client's account\n\n",
		s.Trials, textline.Count(s.Planned, "trial", "trials"), textline.Plain(modelWords(s.Model)), textline.Count(s.Requests, "answer", "answers"), s.USD)
	var rows [][]string
	for _, w := range s.Wordings {
		share, interval := "–", ""
		if w.Loaded.Of > 0 {
			share, interval = textline.Decimal(w.Loaded.Share), textline.Span(w.Loaded.Low, w.Loaded.High)
		}
		rows = append(rows, []string{
			w.Name, fmt.Sprintf("%d of %d", w.Loaded.Count, w.Loaded.Of), share, interval,
			fmt.Sprint(w.Other), fmt.Sprint(w.Untold), fmt.Sprint(w.Failed),
		})
	}
	cli.Table(e, []string{"wording", "loaded", "share", "95 % interval", "another", "not suggested", "failed"}, rows)
	rows = nil
	for _, p := range s.Pairs {
		rows = append(rows, []string{
			p.B, p.A, textline.Signed(p.Difference), fmt.Sprint(p.Better), fmt.Sprint(p.Worse), fmt.Sprint(p.Even), textline.Decimal(p.Chance),
		})
	}
	fmt.Fprintln(e.Out)
	cli.Table(e, []string{"wording", "against", "difference", "better", "worse", "even", "chance"}, rows)
	fmt.Fprintln(e.Out, "\nBetter, worse and even count prompts; chance is how likely so uneven a division is\nwhere both are as good (sign test, two-sided).")
	for _, failure := range s.Failures {
		fmt.Fprintln(e.Out, "\nFailed:", textline.OneLine(failure))
	}
}

// scratch is a home for the client with the user's skills, our data beside it, and
// a plugin for each wording. It goes with the measurement.
type scratch struct {
	plan   *activationPlan
	folder string
	binary string
	store  *session.Store
	model  string // that the client asked
}

func newScratch(e *env.Env, m *activationPlan) (*scratch, error) {
	folder, err := os.MkdirTemp("", "impressionism-activation-")
	if err != nil {
		return nil, err
	}
	s := &scratch{plan: m, folder: folder}
	if err := s.fill(); err != nil {
		s.close()
		return nil, fmt.Errorf("prepare the scratch home: %w", err)
	}
	return s, nil
}

func (s *scratch) close() {
	if s.store != nil {
		_ = s.store.Close() // nothing of it is kept
	}
	_ = os.RemoveAll(s.folder)
}

func (s *scratch) at(parts ...string) string {
	return filepath.Join(append([]string{s.folder}, parts...)...)
}

// fill makes everything that trials share: skills, the index and the plugins.
func (s *scratch) fill() error {
	var err error
	if s.binary, err = exec.LookPath(s.plan.options.program); err != nil {
		return fmt.Errorf("find the program: %w; build it with make build, or name it with --program", err)
	}
	if s.binary, err = filepath.Abs(s.binary); err != nil {
		return err
	}
	for _, dir := range []string{"home", "project", "temp", "data"} {
		if err := os.Mkdir(s.at(dir), 0o700); err != nil {
			return err
		}
	}
	for _, id := range s.plan.skillIDs() {
		data, err := foreign.Read(s.plan.skills[id], markdown.FileBytesMax)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(client.Skills(s.at("home")), id, "SKILL.md"), data); err != nil {
			return err
		}
	}
	if models := s.plan.env.Paths.Models; env.Exists(models) {
		if err := os.Symlink(models, s.at("data", "models")); err != nil {
			return err
		}
	}
	for i, name := range s.plan.names {
		if err := s.writePlugin(i, s.plan.wordings[name]); err != nil {
			return err
		}
	}
	command := exec.Command(s.binary, "index", "--quiet")
	command.Dir, command.Env = s.at("project"), s.own()
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("index the skills: %w: %s", err, textline.OneLine(string(said)))
	}
	s.store, err = session.Open(s.at("data", "state.db"), session.Options{Busy: env.CommandBusyWait})
	return err
}

// promptMS is how long the hook may take: words are measured, not its speed.
const promptMS = 20_000

// writePlugin makes a plugin whose one hook answers prompts in a wording.
func (s *scratch) writePlugin(number int, words wording) error {
	plugin, config := s.at(fmt.Sprintf("plugin-%d", number)), s.at(fmt.Sprintf("config-%d", number))
	command := fmt.Sprintf("%s --config-dir %s hook", quoteShell(s.binary), quoteShell(config))
	files := client.PluginFiles(plugin, "impressionism", env.Version, command, promptMS/1000)
	files[filepath.Join(config, "config.yaml")] = map[string]any{
		"suggest": words,
		"hook":    map[string]any{"prompt_ms": promptMS, "refresh_ms": promptMS, "model_ms": promptMS},
	}
	for path, value := range files {
		encoded, err := json.Marshal(value) // as YAML, JSON is fine too
		if err != nil {
			return err
		}
		if err := writeFile(path, encoded); err != nil {
			return err
		}
	}
	return nil
}

// quoteShell makes one word of a path, whatever is in it.
func quoteShell(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }

func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// handedOn are the user's variables that the client gets, besides the key: how the
// API is reached.
var handedOn = []string{keyVariable, "ANTHROPIC_BASE_URL", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"}

// own are the variables that keep everybody within the scratch home.
func (s *scratch) own() []string {
	return append(client.Variables(s.at("home"), s.at("temp"), s.plan.env.Lookup("PATH")), "IMPRESSIONISM_HOME="+s.at("data"))
}

// variables are those of the client and of what it starts.
func (s *scratch) variables() []string {
	variables := s.own()
	for _, name := range handedOn {
		if value := s.plan.env.Lookup(name); value != "" {
			variables = append(variables, name+"="+value)
		}
	}
	return variables
}

// try asks the model one prompt in one wording.
func (s *scratch) try(ctx context.Context, trial activation.Trial, usd float64) (activation.Outcome, error) {
	prompt, o := s.plan.prompts[trial.Prompt], s.plan.options
	run := client.Run{
		Program: s.plan.program, Folder: s.at("project"), Model: o.model, Prompt: prompt.Text,
		Variables: s.variables(), AnswersMax: o.limits.Answers, USDMax: usd, Limit: o.limit,
	}
	if at := slices.Index(s.plan.names, trial.Wording); at >= 0 {
		run.Plugin = s.at(fmt.Sprintf("plugin-%d", at))
	}
	report, err := run.Do(ctx)
	if errors.Is(err, context.Canceled) {
		return activation.Outcome{}, errors.New("interrupted")
	}
	outcome := activation.Outcome{Answers: report.Answers, USD: report.USD, Failure: report.Failure}
	if err != nil {
		outcome.Failure = err.Error()
	}
	s.model = cmp.Or(report.Model, s.model) // one that failed may name none
	for _, id := range report.Skills {
		if strings.TrimPrefix(id, "/") == prompt.Skill {
			outcome.Loaded = true
		} else {
			outcome.Other = true
		}
	}
	outcome.Told, err = s.told(report.Session, prompt.Skill)
	return outcome, err
}

// told looks into what the hook remembers of a session.
func (s *scratch) told(sessionID, skill string) (bool, error) {
	tellings, err := s.store.Told(sessionID)
	if err != nil {
		return false, fmt.Errorf("read what the hook said: %w", err)
	}
	_, told := tellings.ByItem[abi.Skill(skill)]
	return told, nil
}

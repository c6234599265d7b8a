package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/listed"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/cmd/lab/activation"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/source"
	budget "github.com/ed-irl/impressionism/host/client/claude/listing"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/foreign"
)

// keyVariable holds the user's key. The client gets it, and hands it on to its
// hook as it always does; nobody else is given it, and it is written nowhere.
const keyVariable = "ANTHROPIC_API_KEY"

// activationOptions say what is measured, and how much of it.
type activationOptions struct {
	prompts  string
	client   string
	program  string
	model    string
	wordings []string
	files    []string
	skills   string
	repeats  int
	limits   activation.Limits
	limit    time.Duration
	yes      bool
}

func activationCommand(e *env.Env) *cobra.Command {
	o := activationOptions{
		client: e.Client().Program.Command, program: filepath.FromSlash("bin/impressionism"), wordings: []string{wordingSoft, wordingFirm}, repeats: 3, limit: 3 * time.Minute,
		limits: activation.Limits{Answers: 2, Requests: 200, USD: 5},
	}
	command := &cobra.Command{
		Use:   "activation --prompts FILE --yes",
		Short: "Measure with the real client and a real model, at your cost, how often each wording gets the skill loaded",
		Long: `Measure with the real client and a real model how often each wording of a
suggestion gets the skill loaded, beside a control without suggestion. Each trial is
a session of its own in a scratch home with your skills: one prompt, the plugin's
hook with that wording, and what the model loads with ` + e.Client().Phrases.Loader + `.

It costs money: the client asks with your key, from ` + keyVariable + `. What it costs at
most is told first; without --yes that is all that happens.

Prompts are one a line: {"prompt": "…", "skill": "the id that should be loaded"}.

Wordings: soft offers ("Skills that may help…"), firm asks ("Load the skill…"), yours
is as you have configured it. Others come from files: the lines of suggest.templates
as a JSON object.`,
		Example: `  go run ./cmd/lab activation --prompts prompts.jsonl
  go run ./cmd/lab activation --prompts prompts.jsonl \
    --model NAME --repeats 5 --yes
  go run ./cmd/lab activation --prompts prompts.jsonl \
    --wording curt=curt.json --max-usd 1 --yes`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return runActivation(e, o) },
	}
	flags := command.Flags()
	flags.StringVar(&o.prompts, "prompts", "", "file of prompts and the skills that belong to them")
	flags.StringVar(&o.client, "client", o.client, "the client's program")
	flags.StringVar(&o.program, "program", o.program, "the program whose hook is measured, as make build makes it")
	flags.StringVar(&o.model, "model", "", "whom to ask; the client's choice where absent")
	flags.StringSliceVar(&o.wordings, "wordings", o.wordings, "of "+wordingSoft+", "+wordingFirm+" and "+wordingYours+", those to try")
	flags.StringArrayVar(&o.files, "wording", nil, "another one, as NAME=FILE")
	flags.StringVar(&o.skills, "skills", "", "folder of skills instead of your own")
	flags.IntVar(&o.repeats, "repeats", o.repeats, "how often each prompt is tried with each wording")
	flags.IntVar(&o.limits.Answers, "answers", o.limits.Answers, "how many answers of the model are waited for in a trial")
	flags.IntVar(&o.limits.Requests, "max-requests", o.limits.Requests, "how many requests may be sent in all")
	flags.Float64Var(&o.limits.USD, "max-usd", o.limits.USD, "what it may cost in all, by the client's own account")
	flags.DurationVar(&o.limit, "limit", o.limit, "how long a trial may take")
	flags.BoolVar(&o.yes, "yes", false, "begin: it costs money")
	cobra.CheckErr(command.MarkFlagRequired("prompts"))
	return cli.JSONFlag(e, command)
}

func runActivation(e *env.Env, o activationOptions) error {
	if o.repeats < 1 || o.limits.Answers < 1 || o.limits.Requests < 1 || !(o.limits.USD > 0) || math.IsInf(o.limits.USD, 1) || o.limit <= 0 { // NaN is above nothing
		return errors.New("--repeats, --answers, --max-requests, --max-usd and --limit must be numbers above 0")
	}
	if err := e.Ready(); err != nil {
		return err
	}
	m, err := planActivation(e, o)
	if err != nil {
		return err
	}
	say := io.Writer(e.Out)
	if e.JSON {
		say = e.ErrOut
	}
	m.announce(say)
	if !o.yes {
		return errors.New("nothing was asked: add --yes to begin")
	}
	result, err := m.measure()
	if result.Trials > 0 || err == nil {
		if e.JSON {
			err = errors.Join(err, cli.PrintJSON(e, result))
		} else {
			printActivation(e, result)
		}
	}
	return env.Failed(err)
}

// measure runs the trials. What was measured until something went wrong is told.
func (m *activationPlan) measure() (result, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	scratch, err := newScratch(m.env, m)
	if err != nil {
		return result{}, err
	}
	defer scratch.close()
	bar := cli.NewProgress(m.env, m.env.JSON)
	defer bar.End()
	done := 0
	outcomes, err := activation.Measure(ctx, m.trials, m.options.limits, func(ctx context.Context, trial activation.Trial, usd float64) (activation.Outcome, error) {
		bar.Step("ask the model", done, len(m.trials))
		done++
		return scratch.try(ctx, trial, usd)
	})
	return m.shape(outcomes, scratch.model), err
}

// announce says what it costs at most.
func (m *activationPlan) announce(out io.Writer) {
	o := m.options
	fmt.Fprintf(out, "%s × (%s + control) × %s: %d runs of %s with %s.\n",
		textline.Count(len(m.prompts), "prompt", "prompts"), textline.Count(len(m.wordings), "wording", "wordings"), textline.Count(o.repeats, "repeat", "repeats"),
		len(m.trials), m.program, modelWords(o.model))
	fmt.Fprintf(out, "At most %d requests of about %d tokens each, your listing included: %d tokens in, and what the model answers.\n",
		m.requests(), m.requestTokens, m.requests()*m.requestTokens)
	fmt.Fprintf(out, "It ends at %.2f USD by the client's own account, which may go over by one request, or after %s of one trial.\n\n", o.limits.USD, o.limit)
}

func modelWords(model string) string {
	if model == "" {
		return "the model of its choice"
	}
	return model
}

// requestTokensBare is what the client sends with a prompt where there are no
// skills: 50 to 70 KB by version 2.1.329, a token being about 4 characters.
const requestTokensBare = 17_000

// activationPlan is a measurement that is about to begin.
type activationPlan struct {
	env           *env.Env
	options       activationOptions
	program       string
	prompts       []activation.Prompt
	names         []string // of wordings, in order
	wordings      map[string]wording
	trials        []activation.Trial
	skills        map[string]string // SKILL.md by id
	requestTokens int
}

func (m *activationPlan) requests() int { return len(m.trials) * m.options.limits.Answers }

// planActivation reads everything that can be wrong before anything costs money.
func planActivation(e *env.Env, o activationOptions) (*activationPlan, error) {
	m := &activationPlan{env: e, options: o, wordings: map[string]wording{}}
	if e.Variable(e.Client().Variables.PluginRoot) != "" {
		return nil, errors.New("this is a hook of the client: a measurement starts the client itself; run it in a terminal")
	}
	if o.yes && e.Lookup(keyVariable) == "" {
		return nil, fmt.Errorf("%s is not set: the client asks a model at your cost, with your key", keyVariable)
	}
	var err error
	if m.program, err = exec.LookPath(o.client); err != nil {
		return nil, fmt.Errorf("find the client: %w; install %s, or name its program with --client", err, e.Client().Name)
	}
	if m.program, err = filepath.Abs(m.program); err != nil {
		return nil, err
	}
	if err := m.readPrompts(); err != nil {
		return nil, err
	}
	if err := m.readWordings(); err != nil {
		return nil, err
	}
	if err := m.readSkills(); err != nil {
		return nil, err
	}
	round := len(m.prompts) * (len(m.names) + 1) // with the control
	if o.repeats > o.limits.Requests/o.limits.Answers/round {
		return nil, fmt.Errorf("%s of %d trials of up to %s each are more than --max-requests %d; take fewer prompts, wordings or repeats, or raise it",
			textline.Count(o.repeats, "repeat", "repeats"), round, textline.Count(o.limits.Answers, "request", "requests"), o.limits.Requests)
	}
	m.trials = activation.Trials(len(m.prompts), m.names, o.repeats)
	return m, nil
}

func (m *activationPlan) readPrompts() error {
	file, err := foreign.Open(m.options.prompts)
	if err != nil {
		return fmt.Errorf("read prompts: %w", err)
	}
	defer file.Close() //nolint:errcheck // only read
	if m.prompts, err = activation.ReadPrompts(file); err != nil {
		return fmt.Errorf("read prompts from %s: %w", m.options.prompts, err)
	}
	return nil
}

// readSkills finds the files of the skills that the scratch home gets, and holds
// the prompts to them.
func (m *activationPlan) readSkills() error {
	places := wire.Places(m.env, m.env.WorkspaceOf(""))
	if m.options.skills != "" {
		dir, err := filepath.Abs(m.options.skills)
		if err != nil {
			return err
		}
		places.SkillsDir = dir
	}
	m.skills = map[string]string{}
	shown := budget.Listing{}
	for _, entry := range source.List(context.Background(), places).Entries {
		if entry.Kind != abi.KindSkill || entry.Source == catalog.SourcePlugin {
			continue
		}
		item, _, rejection, err := skill.Load(entry)
		if err == nil && rejection == nil && item.Hidden == "" {
			m.skills[entry.ID] = entry.Path
			shown.Items = append(shown.Items, listed.As(entry, item))
		}
	}
	chars := budget.Chars(budget.WindowOf(m.options.model, plugins.Settings{}), plugins.Settings{})
	m.requestTokens = requestTokensBare + shown.Budget(chars).Used/4
	for _, prompt := range m.prompts {
		if m.skills[prompt.Skill] == "" {
			return fmt.Errorf("there is no skill %q here for the prompt %q; those of plugins cannot be measured", prompt.Skill, textline.Shorten(prompt.Text, 40))
		}
	}
	return nil
}

// skillIDs are those of the scratch home, in order.
func (m *activationPlan) skillIDs() []string {
	var ids []string
	for id := range m.skills {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Wordings that there are without a file.
const (
	wordingSoft  = "soft"
	wordingFirm  = "firm"
	wordingYours = "yours"
)

// Settings of suggest.firm_above by which everything is asked for, or nothing.
const (
	firmAlways = 0
	firmNever  = 2
)

// wording is how a trial's hook is configured.
type wording struct {
	Templates map[string]string `json:"templates"`
	FirmAbove float64           `json:"firm_above"`
}

func (m *activationPlan) readWordings() error {
	yours := m.env.Loaded.Suggest
	known := map[string]wording{
		wordingSoft:  {Templates: map[string]string{}, FirmAbove: firmNever},
		wordingFirm:  {Templates: map[string]string{}, FirmAbove: firmAlways},
		wordingYours: {Templates: yours.Templates, FirmAbove: yours.FirmAbove},
	}
	for _, name := range m.options.wordings {
		words, ok := known[name]
		if !ok {
			return fmt.Errorf("there is no wording %q; there are: %s, and files by --wording NAME=FILE", name, strings.Join([]string{wordingSoft, wordingFirm, wordingYours}, ", "))
		}
		if err := m.addWording(name, words); err != nil {
			return err
		}
	}
	for _, given := range m.options.files {
		name, path, ok := strings.Cut(given, "=")
		if !ok || name == "" {
			return fmt.Errorf("--wording is NAME=FILE; got %q", given)
		}
		lines, err := readTemplates(path, m.env.Kinds)
		if err != nil {
			return fmt.Errorf("read wording %s: %w", name, err)
		}
		if err := m.addWording(name, wording{Templates: lines, FirmAbove: yours.FirmAbove}); err != nil {
			return err
		}
	}
	return nil
}

func (m *activationPlan) addWording(name string, words wording) error {
	if _, twice := m.wordings[name]; twice || name == activation.Control {
		return fmt.Errorf("two wordings are called %q", name)
	}
	m.names, m.wordings[name] = append(m.names, name), words
	return nil
}

// templatesBytesMax bounds a file of a wording.
const templatesBytesMax = 64 << 10

func readTemplates(path string, kinds catalog.Kinds) (map[string]string, error) {
	data, err := foreign.Read(path, templatesBytesMax)
	if errors.Is(err, foreign.ErrNotRegular) || errors.Is(err, foreign.ErrTooLarge) {
		return nil, fmt.Errorf("%s must be a file of at most %d KiB", path, templatesBytesMax>>10)
	}
	if err != nil {
		return nil, err
	}
	lines := map[string]string{}
	if err := json.Unmarshal(data, &lines); err != nil {
		return nil, fmt.Errorf(`%s: want {"lead_soft": "…", …}: %w`, path, err)
	}
	defaults := suggest.DefaultTemplates(kinds)
	for name := range lines {
		if _, known := defaults[name]; !known {
			return nil, fmt.Errorf("%s: there is no line %q in a suggestion; see suggest.templates in: impressionism config show --default", path, name)
		}
	}
	return lines, nil
}

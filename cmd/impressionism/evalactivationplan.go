package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/lab/activation"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/foreign"
)

// requestTokensBare is what the client sends with a prompt where there are no
// skills: 50 to 70 KB by version 2.1.329, a token being about 4 characters.
const requestTokensBare = 17_000

// activationPlan is a measurement that is about to begin.
type activationPlan struct {
	app           *app
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
func (a *app) planActivation(o activationOptions) (*activationPlan, error) {
	m := &activationPlan{app: a, options: o, wordings: map[string]wording{}}
	if a.variable(a.client().Variables.PluginRoot) != "" {
		return nil, errors.New("this is a hook of the client: a measurement starts the client itself; run it in a terminal")
	}
	if o.yes && a.lookup(keyVariable) == "" {
		return nil, fmt.Errorf("%s is not set: the client asks a model at your cost, with your key", keyVariable)
	}
	var err error
	if m.program, err = exec.LookPath(o.client); err != nil {
		return nil, fmt.Errorf("find the client: %w; install %s, or name its program with --client", err, a.client().Name)
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
			count(o.repeats, "repeat", "repeats"), round, count(o.limits.Answers, "request", "requests"), o.limits.Requests)
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
	places := m.app.places(m.app.workspaceOf(""))
	if m.options.skills != "" {
		dir, err := filepath.Abs(m.options.skills)
		if err != nil {
			return err
		}
		places.SkillsDir = dir
	}
	m.skills = map[string]string{}
	listing := plugins.Listing{}
	for _, entry := range source.List(context.Background(), places).Entries {
		if entry.Kind != abi.KindSkill || entry.Source == catalog.SourcePlugin {
			continue
		}
		item, _, rejection, err := skill.Load(entry)
		if err == nil && rejection == nil && item.Hidden == "" {
			m.skills[entry.ID] = entry.Path
			listing.Items = append(listing.Items, listedAs(entry, item))
		}
	}
	chars := plugins.WindowOf(m.options.model, plugins.Settings{}).ListingChars(plugins.Settings{})
	m.requestTokens = requestTokensBare + listing.Budget(chars).Used/4
	for _, prompt := range m.prompts {
		if m.skills[prompt.Skill] == "" {
			return fmt.Errorf("there is no skill %q here for the prompt %q; those of plugins cannot be measured", prompt.Skill, shorten(prompt.Text, 40))
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

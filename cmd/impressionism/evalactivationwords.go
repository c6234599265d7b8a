package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/lab/activation"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/foreign"
)

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
	yours := m.app.loaded.Suggest
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
		lines, err := readTemplates(path, m.app.kinds)
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

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// openRuleset reads a ruleset wherever it lies. Its error is the one that its author
// or who wants to add it can do something about.
func openRuleset(set engine.Set, name string) (engine.Ruleset, error) {
	if strings.Contains(name, "://") || strings.HasPrefix(name, "git@") {
		return engine.Ruleset{}, fmt.Errorf("%.200s is an address: a ruleset is a file or a folder here; clone or download it first, and name its path", name)
	}
	ruleset, err := set.Open(name)
	if err == nil {
		return ruleset, nil
	}
	if errors.Is(err, fs.ErrNotExist) && !exists(name) {
		return engine.Ruleset{}, errors.New("there is no ruleset or file " + plain(name) + seeList(set.Meant(name)))
	}
	if build := filepath.Join(name, "build.sh"); errors.Is(err, engine.ErrNoCode) && exists(build) {
		return engine.Ruleset{}, fmt.Errorf("%w; build it: sh %s", err, build)
	}
	if wrong := wrongManifest(name); wrong != "" {
		return engine.Ruleset{}, errors.New(wrong)
	}
	if below := rulesetsBelow(name); len(below) > 0 {
		return engine.Ruleset{}, fmt.Errorf("%s is no ruleset; it holds %s: %s; name one of them", name, count(len(below), "ruleset", "rulesets"), strings.Join(below, ", "))
	}
	return engine.Ruleset{}, err
}

// seeList ends an error about a ruleset that is not there with the one that was
// probably meant, if any, and where all are told.
func seeList(meant string) string {
	if meant == "" {
		return "; see: impressionism rules list"
	}
	return "; did you mean " + meant + "? See: impressionism rules list"
}

// wrongManifest says what rules validate says of a manifest that cannot be read.
func wrongManifest(name string) string {
	file := filepath.Join(name, "ruleset.json")
	data, err := foreign.Read(file, manifestBytesMax)
	absolute, absErr := filepath.Abs(name)
	if err != nil || absErr != nil {
		return ""
	}
	var lines []string
	for _, f := range rulelint.Manifest(filepath.Base(absolute), data) {
		if f.Severity == rulelint.Error {
			lines = append(lines, fmt.Sprintf("%s:%d:%d: %s %s", file, f.Line, f.Column, f.Reason, f.Fix))
		}
	}
	return strings.Join(lines, "\n")
}

// rulesetsBelow lists the folders with a manifest below a folder.
func rulesetsBelow(name string) []string {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return nil
	}
	below, err := ruletest.Rulesets(name)
	if err != nil || len(below) == 1 && below[0] == name {
		return nil
	}
	return below
}

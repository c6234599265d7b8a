package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// takeTrace writes a recorded decision as a scenario of the ruleset in a folder,
// and gives the regular expression that plays it alone.
func (t *rulesTest) takeTrace(ctx context.Context, folder string) (only string, err error) {
	scenarios := filepath.Join(folder, "scenarios")
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--from-trace writes to the folder scenarios of a ruleset; %s is no folder", folder)
	}
	if !exists(filepath.Join(folder, "ruleset.json")) && !exists(scenarios) {
		return "", fmt.Errorf("--from-trace writes to the folder scenarios of a ruleset; %s has no ruleset.json", folder)
	}
	made, err := t.app.scenarioOf(ctx, t.fromTrace, scenarioFlags{shrink: t.shrink})
	if err != nil {
		return "", failed(err)
	}
	text, err := made.yaml()
	if err != nil {
		return "", failed(err)
	}
	name := scenarioName(made.decision)
	file := filepath.Join(scenarios, name+".yaml")
	if err := writeFresh(file, text); err != nil {
		return "", failed(err)
	}
	fmt.Fprintf(t.app.errOut, "wrote %s: %s and %s, of %d and %d; say in it why it should be so\n", plain(file),
		count(made.Is.Skills, "skill", "skills"), count(made.Is.Messages, "message", "messages"), made.Was.Skills, made.Was.Messages)
	if made.Note != "" {
		fmt.Fprintln(t.app.errOut, "impressionism: warning:", plain(made.Note))
	}
	return "/" + name + "$", nil
}

// scenarioName names the scenario of a decision, given by number or file.
func scenarioName(decision string) string {
	name, _, _ := strings.Cut(decision, ".")
	safe := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
	return "decision-" + strings.ToLower(safe)
}

// writeFresh writes a file that is not there yet.
func writeFresh(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	created, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: remove it, or give it another name", file)
	}
	if err != nil {
		return err
	}
	_, err = created.Write(content)
	return errors.Join(err, created.Close())
}

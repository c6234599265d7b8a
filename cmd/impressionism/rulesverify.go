package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

func (a *app) rulesVerifyCommand() *cobra.Command {
	var project bool
	command := a.jsonFlag(&cobra.Command{
		Use:   "verify [ID…]",
		Short: "Hold what lies in your rules folder to its lock file",
		Long: `Hold what lies in your rules folder to its lock file, ` + lock.Name + `. Each
ruleset is ok, changed, missing or not locked. Which files are changed is told as
long as the source is what it was when the ruleset was added.

Ends with 0 where all are ok, 1 where one is not, 2 where the lock file cannot be
read or an id is unknown.`,
		Example: "  impressionism rules verify\n  impressionism rules verify acme/careful --json\n  impressionism rules verify --project",
		RunE:    func(_ *cobra.Command, ids []string) error { return a.rulesVerify(ids, project) },
	})
	projectFlag(command, &project)
	return command
}

func (a *app) rulesVerify(ids []string, project bool) error {
	folder, err := a.rulesFolder(project)
	if err != nil {
		return err
	}
	checked := lock.Verify(folder.path, folder.lock)
	for _, id := range ids {
		if !slices.ContainsFunc(checked, func(c lock.Checked) bool { return c.ID == id }) {
			return fmt.Errorf("%s is neither in %s nor in its lock file", plain(id), folder.path)
		}
	}
	result := shape.RulesVerify{Lock: filepath.Join(folder.path, lock.Name), Rulesets: []shape.VerifiedRuleset{}}
	for _, c := range checked {
		if len(ids) > 0 && !slices.Contains(ids, c.ID) {
			continue
		}
		if c.State != lock.OK {
			result.Findings++
		}
		verified := shape.VerifiedRuleset{
			ID: c.ID, State: c.State, Version: c.Entry.Version, Locked: c.Entry.SHA256, Hash: c.Hash, Problem: c.Problem,
		}
		for _, f := range c.Files {
			verified.Files = append(verified.Files, shape.FileDiff(f))
		}
		result.Rulesets = append(result.Rulesets, verified)
	}
	if a.json {
		err = a.printJSON(result)
	} else {
		a.printVerified(result)
	}
	if err == nil && result.Findings > 0 {
		err = &exitError{code: exitFailed}
	}
	return err
}

func (a *app) printVerified(result shape.RulesVerify) {
	if len(result.Rulesets) == 0 {
		fmt.Fprintln(a.out, "There is no ruleset in", filepath.Dir(result.Lock))
		return
	}
	var rows [][]string
	for _, r := range result.Rulesets {
		rows = append(rows, []string{r.ID, r.Version, r.State, verifiedWords(r)})
	}
	a.table([]string{"ruleset", "version", "state", ""}, rows)
}

// verifiedWords say what is wrong, and what to do about it.
func verifiedWords(r shape.VerifiedRuleset) string {
	switch {
	case r.State == lock.OK:
		return ""
	case r.State == lock.Missing:
		return "bring it back: rules add --frozen"
	case r.State == lock.Unlocked && r.Problem == "":
		return "lock it as it is: rules add with its path"
	case r.Problem != "":
		return shorten(r.Problem, 100)
	}
	words := fmt.Sprintf("%.8s, was added as %.8s", r.Hash, r.Locked)
	var files []string
	for _, f := range r.Files {
		files = append(files, f.Name+" "+f.How)
	}
	if len(files) > 0 {
		words += ": " + strings.Join(files[:min(len(files), 5)], ", ")
	}
	if len(files) > 5 {
		words += fmt.Sprintf(" and %d more", len(files)-5)
	}
	return words
}

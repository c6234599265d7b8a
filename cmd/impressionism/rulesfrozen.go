package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

// asLocked holds a ruleset to the lock file.
func (r *rulesAdd) asLocked(ruleset engine.Ruleset) error {
	entry, locked := r.folder.lock.Find(ruleset.Manifest.ID)
	if !locked {
		return fmt.Errorf("%s is not in the lock file %s, and --frozen adds nothing else; without it, it is put there", ruleset.Manifest.ID, filepath.Join(r.folder.path, lock.Name))
	}
	if got := ruleset.FilesHash(); got != entry.SHA256 {
		return fmt.Errorf("%s is not as it was locked, so it was not added:\n  lock file %s %s\n  here      %s %s\nIf the change is meant, add it without --frozen",
			entry.ID, entry.SHA256, entry.Version, got, ruleset.Manifest.Version)
	}
	return nil
}

// restore brings the rules folder to what the lock file says: all of it or, if
// anything differs, nothing.
func (r *rulesAdd) restore(ctx context.Context) error {
	if len(r.folder.lock.Rulesets) == 0 {
		return fmt.Errorf("there is nothing to add: no ruleset is in %s", filepath.Join(r.folder.path, lock.Name))
	}
	var wanted []engine.Ruleset
	var problems []error
	there := map[string]bool{}
	for _, entry := range r.folder.lock.Rulesets {
		ruleset, already, err := r.locked(entry)
		if err == nil {
			err = r.app.vet(ctx, ruleset)
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		wanted, there[entry.ID] = append(wanted, ruleset), already
	}
	if len(problems) > 0 {
		return fmt.Errorf("nothing was changed: %w", errors.Join(problems...))
	}
	for _, ruleset := range wanted {
		id := ruleset.Manifest.ID
		if there[id] {
			fmt.Fprintf(r.app.out, "%s is there already, with the same files.\n", id)
			continue
		}
		target, err := install.Add(r.folder.path, ruleset)
		if err != nil {
			return err
		}
		fmt.Fprintf(r.app.out, "Added %s: %s\n", id, target)
	}
	return nil
}

// locked opens what an entry stands for: where it lies already, else at its
// source.
func (r *rulesAdd) locked(entry lock.Entry) (ruleset engine.Ruleset, there bool, err error) {
	if ruleset, err = r.folder.own.Load(entry.ID); err == nil && ruleset.FilesHash() == entry.SHA256 {
		return ruleset, true, nil
	}
	ruleset, err = lock.Open(r.folder.set, r.folder.path, entry)
	if err != nil {
		return ruleset, false, fmt.Errorf("%s: %w; if you have it elsewhere: impressionism rules add FILE|DIR --frozen", entry.ID, err)
	}
	if ruleset.Manifest.ID != entry.ID {
		return ruleset, false, fmt.Errorf("%s: at its source %s lies %s", entry.ID, plain(entry.Source), ruleset.Manifest.ID)
	}
	return ruleset, false, r.asLocked(ruleset)
}

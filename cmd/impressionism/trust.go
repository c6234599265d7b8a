package main

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	"github.com/ed-irl/impressionism/host/store/session"
)

// trustKey is where state.db keeps what a workspace was trusted with.
func trustKey(workspace string) string {
	sum := sha256.Sum256([]byte(workspace))
	return "trust:" + hex.EncodeToString(sum[:16])
}

// freezeProject reads the project's rulesets, once: the hash stands for them and for the
// ruleset that the project's configuration asks for, and what runs is loaded from them.
// The lock file is left out: it is never run, and what it names has a hash of its own.
func (a *app) freezeProject(workspace string) (*engine.Frozen, string, error) {
	frozen, err := engine.Freeze(a.projectRules(workspace), lock.Name)
	if err != nil {
		return nil, "", err
	}
	return frozen, frozen.Hash(a.loaded.ProjectRuleset.YAML()), nil
}

// trustProject puts the project's choice of ruleset in force if the user has
// trusted exactly these files. Most projects choose none and cost nothing.
func (a *app) trustProject(workspace string, sessions *session.Store) {
	if len(a.loaded.ProjectRuleset) == 0 || sessions == nil {
		return
	}
	kept, err := sessions.Meta(trustKey(workspace))
	if err != nil || kept == "" {
		return
	}
	if frozen, hash, err := a.freezeProject(workspace); err == nil && hash == kept {
		a.trusted = frozen
		a.loaded.TrustProject()
	}
}

package wire

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	"github.com/ed-irl/impressionism/host/store/session"
)

// TrustKey is where state.db keeps what a workspace was trusted with.
func TrustKey(workspace string) string {
	sum := sha256.Sum256([]byte(workspace))
	return "trust:" + hex.EncodeToString(sum[:16])
}

// FreezeProject reads the project's rulesets, once: the hash stands for them and for the
// ruleset that the project's configuration asks for, and what runs is loaded from them.
// The lock file is left out: it is never run, and what it names has a hash of its own.
func FreezeProject(e *env.Env, workspace string) (*engine.Frozen, string, error) {
	frozen, err := engine.Freeze(e.ProjectRules(workspace), lock.Name)
	if err != nil {
		return nil, "", err
	}
	return frozen, frozen.Hash(e.Loaded.ProjectRuleset.YAML()), nil
}

// TrustProject puts the project's choice of ruleset in force if the user has
// trusted exactly these files. Most projects choose none and cost nothing.
func TrustProject(e *env.Env, workspace string, sessions *session.Store) {
	if len(e.Loaded.ProjectRuleset) == 0 || sessions == nil {
		return
	}
	kept, err := sessions.Meta(TrustKey(cmp.Or(e.Project, workspace)))
	if err != nil || kept == "" {
		return
	}
	if frozen, hash, err := FreezeProject(e, workspace); err == nil && hash == kept {
		e.Trusted = frozen
		e.Loaded.TrustProject()
	}
}

// TrustStored is TrustProject by a state.db that is read and stays as it is. Where it cannot be
// read, no project is trusted.
func TrustStored(e *env.Env, workspace string) {
	if len(e.Loaded.ProjectRuleset) == 0 || !env.Exists(e.Paths.StateDB) {
		return
	}
	store, err := session.Open(e.Paths.StateDB, session.Options{Busy: env.CommandBusyWait, ReadOnly: true})
	if err != nil {
		return
	}
	defer store.Close()
	TrustProject(e, workspace, store)
}

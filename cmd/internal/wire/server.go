package wire

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/client/all"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/config/folders"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/relay"
)

// ServerPlace is where hooks and the server of this data folder meet.
func ServerPlace(e *env.Env) (relay.Place, error) { return relay.PlaceOf(e.Lookup, runtime.GOOS) }

// warmVariables of the environment make answers differ, besides those of settings.
var warmVariables = []string{
	"HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TZ", config.EnvScoring,
}

// ServerTerms are what a server of this environment tells hooks before they connect, with the names
// of more variables that make its answers differ. Variables.PluginRoot is left out, though the
// wording of a notice depends on it: status, in a terminal, has none and asks as a hook would.
func ServerTerms(e *env.Env, more []string) relay.Terms {
	terms := relay.Terms{WaitMS: e.Loaded.Warm.WaitMS, Names: slices.Clone(warmVariables)}
	for _, c := range all.Clients() {
		more = slices.Concat(more, c.Variables.Read, []string{c.Variables.Home, c.Variables.Tool})
	}
	for _, name := range more {
		if name != "" && !strings.ContainsFunc(name, unicode.IsSpace) { // in terms spaces divide names
			terms.Names = append(terms.Names, name)
		}
	}
	return terms
}

// ServerFlags are the flags of this run that make answers differ. The hook's small program
// has none.
func ServerFlags(e *env.Env) (flags []string) {
	if e.ConfigDir != "" {
		flags = append(flags, "--config-dir "+e.ConfigDir)
	}
	if id := e.Client().ID; id != all.Clients()[0].ID {
		flags = append(flags, "--client "+id)
	}
	for key, value := range e.Settings {
		flags = append(flags, "--set "+key+"="+value)
	}
	slices.Sort(flags)
	return flags
}

// Program names this program's file for relay.Identify. It is looked at once: by the name that a
// process was started by, another file may lie there after an upgrade.
var Program = sync.OnceValues(func() (string, error) {
	path, err := serve.Program()
	if err != nil {
		return "", err
	}
	return relay.Program(path)
})

// ServerIdentity is equal where answers are: the program, which includes contract and
// schemas, and all that is not read anew for every event. See ServerTerms about more.
func ServerIdentity(e *env.Env, more []string) (relay.Identity, error) {
	program, err := Program()
	if err != nil {
		return "", fmt.Errorf("name this program: %w", err)
	}
	return relay.Identify(program, ServerFlags(e), e.Environ, folders.EnvPrefix, ServerTerms(e, more).Names), nil
}

// Package adviser finds whom the settings want asked for a second opinion, and why nobody
// can be.
package adviser

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/opinion"
	"github.com/ed-irl/impressionism/host/store/session"
)

// None is the provider where nobody is to be asked.
const None = "none"

// Adviser is whom to ask.
type Adviser struct {
	Asker  *opinion.Asker // nil: see Skip
	Config opinion.Config
	Skip   string // why nobody can be asked, to be counted; empty: somebody can
	Why    error  // the same for people; nil: somebody can
}

// Why nobody can be asked, besides causes of package opinion.
const skipSettings = "settings"

// usualKeys are the variables in which a provider's own tools look for a key.
var usualKeys = map[string]string{opinion.ProviderAnthropic: "ANTHROPIC_API_KEY", opinion.ProviderOpenAI: "OPENAI_API_KEY"}

// Find returns whom the settings want asked, and whether they want anybody asked at all. A
// key is sent to no other address than the one that it is configured for: the usual
// variables count for a provider's own API alone.
func Find(e *env.Env) (Adviser, bool) {
	if e.Loaded.Opinion.Provider == None {
		return Adviser{}, false
	}
	a := by(e, e.Loaded.Opinion)
	if a.Skip == opinion.CauseNoKey {
		a.Why = fmt.Errorf("%w; the server needs it: set it before the client starts", a.Why)
	}
	return a, true
}

// For returns whom to ask for a task that the user started: the provider that is named, else
// the one of the settings, else the client. A model that is named stands in for that of the
// settings; the client has a usual one.
func For(e *env.Env, provider, model string) Adviser {
	c := e.Loaded.Opinion
	if provider != "" && provider != c.Provider {
		c = config.Opinion{Provider: provider} // address, key and model of the settings are another one's
	}
	if c.Provider == None {
		c = config.Opinion{Provider: opinion.ProviderClient}
	}
	if model != "" {
		c.Model = model
	}
	if c.Provider == opinion.ProviderClient && c.Model == "" {
		c.Model = e.Client().Headless.Model
	}
	return by(e, c)
}

// by returns how to ask a provider, or why that cannot be.
func by(e *env.Env, c config.Opinion) Adviser {
	a := Adviser{Config: opinion.Config{Provider: c.Provider, Model: c.Model, URL: c.URL}}
	if c.Provider == opinion.ProviderClient {
		a.Config.Program, a.Why = program(e)
	} else if variable := keyVariable(c); variable != "" {
		if a.Config.Key = strings.TrimSpace(e.Lookup(variable)); a.Config.Key == "" {
			a.Skip, a.Why = opinion.CauseNoKey, fmt.Errorf("no key is in the variable %.100s here", variable)
			return a
		}
	}
	if a.Why == nil {
		a.Asker, a.Why = opinion.New(a.Config)
	}
	if a.Why != nil {
		a.Skip = skipSettings
	}
	return a
}

// keyVariable names the variable with the key of a provider; empty: it gets none.
func keyVariable(c config.Opinion) string {
	if c.KeyEnv != "" || c.URL != "" && c.URL != opinion.OwnURL(c.Provider) {
		return c.KeyEnv
	}
	return usualKeys[c.Provider]
}

// Variables are those of the environment that an opinion depends on.
func Variables(e *env.Env) []string {
	c := e.Loaded.Opinion
	if c.Provider == None || c.Provider == opinion.ProviderClient || keyVariable(c) == "" {
		return nil
	}
	return []string{keyVariable(c)}
}

// program is the client's own command line. The child gets a variable by which its hooks
// know that they are to do nothing.
func program(e *env.Env) (opinion.Program, error) {
	served := e.Client()
	if served.Headless.Args == nil || served.Program.Command == "" {
		return opinion.Program{}, errors.New("this client answers no single questions; set opinion.provider to another one")
	}
	path, err := exec.LookPath(served.Program.Command)
	if err != nil {
		return opinion.Program{}, fmt.Errorf("the program %s is not found on PATH", served.Program.Command)
	}
	return opinion.Program{
		Path: path, Folder: e.UserDir(), Args: served.Headless.Args,
		Environ: append(served.Headless.Environ(e.Environ), config.EnvAsking+"=1"),
		Read: func(output []byte) opinion.Reply {
			reply := served.Headless.Read(output)
			return opinion.Reply{Choice: reply.Choice, Tokens: opinion.Tokens{In: reply.TokensIn, Out: reply.TokensOut}, Failed: reply.Failed}
		},
	}, nil
}

// Limits are the budgets of the settings.
func Limits(e *env.Env) session.OpinionLimits {
	c := e.Loaded.Opinion
	return session.OpinionLimits{DayRequests: c.RequestsPerDay, SessionRequests: c.RequestsPerSession, MonthTokens: c.TokensPerMonth}
}

// Timeout is how long an answer may take.
func Timeout(e *env.Env) time.Duration {
	return time.Duration(e.Loaded.Opinion.TimeoutMS) * time.Millisecond
}

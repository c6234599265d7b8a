package clienttest

import (
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Inspect holds the parts that an inspector has to what commands expect of them, in a home
// and a workspace where there is nothing.
func Inspect(t *testing.T, i inspect.Inspector) {
	t.Helper()
	place := inspect.Place{Name: "impressionism", Self: "/nowhere/impressionism", Home: t.TempDir(), Workspace: t.TempDir()}
	if i.Checkup.Examine != nil {
		t.Run("checkup", func(t *testing.T) { inspectCheckup(t, i.Checkup, place) })
	}
	if i.Hooks.List != nil {
		t.Run("hooks", func(t *testing.T) { inspectHooks(t, i.Hooks, place) })
	}
	if i.Commands.Expand != nil {
		t.Run("commands", func(t *testing.T) { inspectCommands(t, i.Commands, place) })
	}
	if i.Listing.Open != nil {
		t.Run("listing", func(t *testing.T) { inspectListing(t, i.Listing, place) })
	}
}

// inspectCheckup ensures that whatever is found has a rule in an area that is shown.
func inspectCheckup(t *testing.T, c inspect.Checkup, place inspect.Place) {
	areas := []string{inspect.AreaProgram, inspect.AreaPlugin, inspect.AreaHooks, inspect.AreaClient, inspect.AreaTimes}
	var codes []string
	for _, rule := range c.Rules {
		if slices.Contains(codes, rule.Code) || !slices.Contains(areas, rule.Area) || rule.Severity == "" || rule.Summary == "" || rule.Fix == "" {
			t.Errorf("the rule %+v is incomplete, is there twice, or has no area of package inspect", rule)
		}
		codes = append(codes, rule.Code)
	}
	report := c.Examine(t.Context(), inspect.Patient{Place: place, Now: Now, Days: 1, Version: "1"})
	if len(report.Symptoms) == 0 {
		t.Error("nothing calls this program in an empty home, which is not found")
	}
	for _, symptom := range report.Symptoms {
		if !slices.Contains(codes, symptom.Code) || symptom.Where == "" || symptom.What == "" {
			t.Errorf("the symptom %+v is incomplete, or of no rule", symptom)
		}
	}
	for _, check := range report.Checks {
		if !slices.Contains(areas, check.Area) || check.Summary == "" {
			t.Errorf("the check %+v is incomplete, or has no area of package inspect", check)
		}
	}
}

// inspectHooks ensures that nothing is found where there is nothing, and that events can be
// simulated.
func inspectHooks(t *testing.T, h inspect.Hooks, place inspect.Place) {
	if wired := h.List(place); len(wired.Hooks)+len(wired.Findings) > 0 || wired.Disabled != "" {
		t.Errorf("in an empty home: %+v", wired)
	}
	if len(h.Events) == 0 || h.OffSetting == "" || h.Simulate == nil || h.Payload == nil || h.PayloadMax <= 0 || h.Examples == "" {
		t.Errorf("incomplete: %+v", h)
	}
	for _, name := range h.Payloads {
		if data, ok := h.Payload(name); !ok || len(data) == 0 || len(data) > h.PayloadMax {
			t.Errorf("the payload %s has %d bytes, %v", name, len(data), ok)
		}
	}
}

// inspectCommands ensures that plain text stays as it is, and that arguments without end are
// refused.
func inspectCommands(t *testing.T, c inspect.Commands, place inspect.Place) {
	file := inspect.CommandFile{Data: []byte("Ship it."), Home: place.Home, Workspace: place.Workspace}
	if got, err := c.Expand(file, ""); err != nil || got.Text != "Ship it." || got.Older != "" || len(got.Runs)+len(got.Reads)+len(got.Odd) > 0 {
		t.Errorf("plain text becomes %+v, %v", got, err)
	}
	if _, err := c.Expand(file, strings.Repeat("x", 64<<20)); err == nil {
		t.Error("64 MiB of arguments are taken")
	}
	if head := c.Head(file); !head.ByUser || !head.ByModel || len(c.Measured) == 0 {
		t.Errorf("got %+v, measured with %q", head, c.Measured)
	}
}

// inspectListing ensures that an item is described where there is room, and else hidden.
func inspectListing(t *testing.T, l inspect.Listing, place inspect.Place) {
	lister := l.Open(place.Home, place.Workspace, func(string) string { return "" }, Now)
	window, known := lister.Window(l.DefaultModel)
	if len(lister.Warnings) > 0 || !known || window.Tokens <= 0 || window.CharsPerToken <= 0 {
		t.Errorf("in an empty home: %+v, the default model %q has %+v, known: %v", lister, l.DefaultModel, window, known)
	}
	items := []inspect.Listed{{ID: "pdf-forms", Description: strings.Repeat("x", 100)}}
	if got := lister.Budget(items, window); !slices.Equal(got.IDs(inspect.Described), []string{"pdf-forms"}) {
		t.Errorf("with room: %+v", got)
	}
	if got := lister.Budget(items, l.WindowTokens(1)); !slices.Equal(got.IDs(inspect.Hidden), []string{"pdf-forms"}) {
		t.Errorf("without room: %+v", got)
	}
}

// Package checkup finds what is wrong with Claude Code's side: the plugin, everybody's
// hooks, the client's version, and how long hooks take. It changes nothing.
package checkup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/client/claude/known"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// exam is an examination under way.
type exam struct {
	inspect.Patient
	wiring wiring.Found // of everybody's hooks
	runs   runs
	report inspect.Report
}

// Examine looks at everything, until ctx ends.
func Examine(ctx context.Context, p inspect.Patient) inspect.Report {
	e := &exam{Patient: p}
	e.wiring = e.wired()
	for _, look := range []func(){e.plugin, e.hooks, func() { e.client(ctx) }, e.files, e.times, e.waits} {
		if ctx.Err() == nil {
			look()
		}
	}
	return e.report
}

// Times returns how long hooks took, the slowest first, without the rest of the
// examination.
func Times(ctx context.Context, p inspect.Patient) []inspect.HookTime {
	e := &exam{Patient: p}
	e.wiring = e.wired()
	e.client(ctx)
	e.times()
	return e.report.Times
}

// wired reads the hooks of everybody.
func (e *exam) wired() wiring.Found {
	return wiring.Read(e.Place)
}

// saw says in a line what an area is like.
func (e *exam) saw(area, summary string) {
	e.report.Checks = append(e.report.Checks, inspect.Check{Area: area, Summary: summary})
}

// found notes a symptom, of which the caller may change the words.
func (e *exam) found(code, where, what string) *inspect.Symptom {
	e.report.Symptoms = append(e.report.Symptoms, inspect.Symptom{Code: code, Where: where, What: what})
	return &e.report.Symptoms[len(e.report.Symptoms)-1]
}

// hooks tells what is wrong with the wiring, of this program and of others.
func (e *exam) hooks() {
	sources := map[string]bool{}
	for _, h := range e.wiring.Hooks {
		sources[h.Source.File] = true
	}
	e.saw(inspect.AreaHooks, fmt.Sprintf("%s in %s", count(len(e.wiring.Hooks), "hook", "hooks"), count(len(sources), "file", "files")))
	for _, f := range e.wiring.Findings {
		told := e.found(f.Code, fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column), f.Reason)
		if f.Event != "" {
			told.What = f.Source + ", " + f.Event + ": " + f.Reason
		}
		if strings.HasPrefix(f.Source, e.Name+"@") && strings.HasPrefix(f.Code, "command-") && f.Code != "command-not-executable" {
			told.Do = ruleOf("plugin-binary").Fix
		}
	}
}

// files tells which files of the client have another shape than the known one. What the
// wiring or the plugins have against a file is not said twice.
func (e *exam) files() {
	problems, _ := known.Check(known.Place{Home: e.Home, Managed: cmp.Or(e.Managed, plugins.ManagedFolder()), Workspace: e.Workspace})
	said := e.report.Symptoms
	for _, p := range problems {
		if slices.ContainsFunc(said, func(s inspect.Symptom) bool { return s.Where == p.Path || strings.HasPrefix(s.Where, p.Path+":") }) {
			continue
		}
		e.found("file-shape", p.Path, p.What+" So "+p.File.Affects+".")
	}
}

// own returns the hooks of this program that run.
func (e *exam) own() []wiring.Hook {
	var own []wiring.Hook
	for _, event := range contract.Names() {
		for _, h := range e.wiring.Live(event) {
			if wiring.IsOwn(e.Name, h) {
				own = append(own, h)
			}
		}
	}
	return own
}

// waits notes how long the client waits for each hook of this program.
func (e *exam) waits() {
	for _, own := range e.own() {
		seconds := contract.WaitSeconds(own.Event, own.Timeout, own.Source.Kind == wiring.KindPlugin)
		e.report.Waits = append(e.report.Waits, inspect.Wait{Event: hook.EventName(own.Event), MS: 1000 * seconds})
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

package main

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/store/session"
)

// past opens what is remembered of earlier sessions, nil where there is nothing
// yet.
func (a *app) past(workspace string) (*session.Store, error) {
	if !exists(a.paths.StateDB) {
		return nil, nil //nolint:nilnil // nothing is remembered
	}
	return a.open(workspace)
}

func contextShape(b *fit.Beside, counted bool) *shape.Context {
	if b == nil {
		return nil
	}
	return &shape.Context{
		Points: b.Points, Counted: counted, Workspace: b.Workspace, Files: b.Files, Commands: b.Commands,
		Suggested: b.Suggested, Used: b.Used, Good: b.Good, Bad: b.Bad,
	}
}

// contextLine says what is known of an item besides the prompt, and from where.
func contextLine(c shape.Context) string {
	var said []string
	for _, from := range []struct {
		source string
		terms  []string
	}{{"workspace", c.Workspace}, {"files", c.Files}, {"commands", c.Commands}} {
		if len(from.terms) > 0 {
			said = append(said, from.source+" "+plain(strings.Join(from.terms, " ")))
		}
	}
	if usage := (fit.Beside{Suggested: c.Suggested, Used: c.Used, Good: c.Good, Bad: c.Bad}).Usage(); usage != "" {
		said = append(said, usage)
	}
	return strings.Join(said, "; ")
}

func (a *app) printContext(c shape.Context) {
	if c.Counted {
		fmt.Fprintf(a.out, "    context  %s\n", contextLine(c))
		return
	}
	fmt.Fprintf(a.out, "    here     a prompt would get %s besides: %s\n", logits(c.Points), contextLine(c))
}

// similarLine says what became of an item's near-duplicate.
func similarLine(s decide.Similar) string {
	line := fmt.Sprintf("%s says nearly the same (cosine %.2f)", plain(s.Ref.ID), s.Cosine)
	if s.Named {
		return line + ": named beside it"
	}
	return line + ": not named, as " + s.Why
}

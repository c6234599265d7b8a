package rules

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/settings"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/config"
)

func printRulesExplained(e *env.Env, r shape.RulesExplain) {
	fmt.Fprintf(e.Out, "%s, %s, %s\n", strings.TrimSpace(r.ID+" "+r.Version), r.Language, textline.Size(r.Bytes))
	cli.PrintProse(e, "", "", r.Summary)
	fmt.Fprintln(e.Out)
	line := func(name, text string) { fmt.Fprintf(e.Out, "%-10s %s\n", name, textline.Plain(text)) }
	line("state", explainedState(r))
	line("lies", r.Place+": "+r.Path)
	line("hash", r.Hash)
	abi := fmt.Sprint(r.ABI)
	if r.Impressionism != "" {
		abi += ", for impressionism " + r.Impressionism
	}
	line("abi", abi)
	line("events", strings.Join(r.Events, " "))
	line("may call", mayCall(r.Calls))
	line("sees", strings.Join(r.Kinds, " "))
	if note := notePlaces(e, r.ID, r.Kinds); note != "" {
		line("note", note)
	}
	printExplainedParameters(e, r)
	if r.Readme == "" {
		fmt.Fprintln(e.Out, "\nIt has no README.md.")
		return
	}
	fmt.Fprintln(e.Out)
	for _, line := range readmeLines(r.Readme, cli.LineColumns(e)) {
		out := e.Out
		if strings.HasPrefix(line, readmeCode) {
			out = cli.Exact(e)
		}
		fmt.Fprintln(out, line)
	}
}

// explainedState returns whether the ruleset runs, and if not, what is to do.
func explainedState(r shape.RulesExplain) string {
	var words []string
	switch {
	case r.Active && r.Paused:
		words = append(words, "chosen, but paused after failures: impressionism rules resume")
	case r.Active:
		words = append(words, "active: it decides")
	case r.Paused:
		words = append(words, "not chosen; paused after failures")
	default:
		words = append(words, "not chosen")
	}
	if r.Trusted != nil && !*r.Trusted {
		words = append(words, "not trusted, so it does not run: impressionism rules trust")
	}
	if r.Vetted != nil && !*r.Vetted {
		words = append(words, "not vetted, so it does not run: impressionism rules "+vettingCommand(r))
	}
	if r.Changed {
		words = append(words, "changed since it was added: impressionism rules verify")
	}
	return strings.Join(words, "; ")
}

func vettingCommand(r shape.RulesExplain) string {
	if r.Place == placeUser {
		return "trust " + r.ID
	}
	if r.Place == placeProject {
		return "trust"
	}
	return "add " + r.Path
}

func printExplainedParameters(e *env.Env, r shape.RulesExplain) {
	if len(r.Parameters) == 0 {
		line := "It has no parameters."
		if r.Calls == nil {
			line = "It names no parameters."
		}
		fmt.Fprintln(e.Out, "\n"+line)
		return
	}
	var rows [][]string
	for _, p := range r.Parameters {
		value := settings.ValueText(p.Value)
		if p.Value == nil {
			value = ""
		}
		from := p.From
		if from != fromManifest && from != fromCode {
			from = settings.PlaceText(config.Origin{Layer: p.From, File: p.File, Line: p.Line})
		}
		rows = append(rows, []string{p.Name, textline.Shorten(value, 40), from, allowedText(p), textline.Shorten(p.Description, 60)})
	}
	fmt.Fprintln(e.Out)
	cli.Table(e, []string{"parameter", "value", "from", "allowed", "meaning"}, rows)
	for _, p := range r.Parameters {
		switch {
		case p.Problem != "":
			fmt.Fprintf(e.Out, "%s: what is set does not count: %s\n", textline.Plain(p.Name), textline.OneLine(p.Problem))
		case p.Undeclared:
			fmt.Fprintf(e.Out, "%s is set for it and not in its manifest: a spelling error, or only the code knows it.\n", textline.Plain(p.Name))
		}
	}
	fmt.Fprintf(e.Out, "They are set in config.yaml, under rulesets.%s.\n", r.ID)
}

// allowedText returns which values a parameter may have.
func allowedText(p shape.ExplainedParameter) string {
	switch {
	case len(p.Enum) > 0:
		return textline.Shorten(settings.ValueText(p.Enum), 40)
	case p.Minimum != nil && p.Maximum != nil:
		return fmt.Sprintf("%s %v to %v", p.Type, *p.Minimum, *p.Maximum)
	case p.Minimum != nil:
		return fmt.Sprintf("%s from %v", p.Type, *p.Minimum)
	case p.Maximum != nil:
		return fmt.Sprintf("%s to %v", p.Type, *p.Maximum)
	}
	return p.Type
}

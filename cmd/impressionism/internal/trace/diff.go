package trace

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
	"github.com/ed-irl/impressionism/host/visible"
)

// differences of two decisions, what was made of them included.
func differences(x, y trace.File) []trace.Difference {
	found := append([]trace.Difference{}, trace.Diff(x.Trace, y.Trace)...)
	for i := range max(len(x.Trace.Also), len(y.Trace.Also)) {
		for _, d := range trace.Diff(also(x.Trace, i), also(y.Trace, i)) {
			d.What = strings.TrimSpace(fmt.Sprintf("%s of ruleset %d", d.What, i+2))
			found = append(found, d)
		}
	}
	return append(found, trace.DiffTold(x.Trace, y.Trace)...)
}

// also is the trace of a further ruleset; an empty one where there is none.
func also(t trace.Trace, i int) trace.Trace {
	if i < len(t.Also) {
		return t.Also[i]
	}
	return trace.Trace{}
}

// differencesShown bounds what people are shown of two decisions.
const differencesShown = 30

func printParted(e *env.Env, left, right string, found []trace.Difference) {
	if len(found) == 0 {
		fmt.Fprintf(e.Out, "%s and %s are the same but for times.\n", textline.Plain(left), textline.Plain(right))
		return
	}
	for i, d := range found {
		if i == differencesShown {
			fmt.Fprintf(e.Out, "… and %s more; see --json\n", textline.Count(len(found)-i, "difference", "differences"))
			break
		}
		PrintDifference(e, d, left, right)
	}
}

// PrintDifference shows both sides from shortly before they part.
func PrintDifference(e *env.Env, d trace.Difference, left, right string) {
	heading := d.Part
	if d.What != "" {
		heading += " " + d.What
	}
	x, y := parting(d.A, d.B)
	fmt.Fprintf(e.Out, "%s\n  %s: %s\n  %s: %s\n", textline.Plain(heading), textline.Plain(left), x, textline.Plain(right), y)
}

// Characters that are shown before and after the place where two texts part.
const (
	partingBefore = 60
	partingChars  = 240
)

func parting(a, b string) (string, string) {
	x, y := []rune(textline.Plain(a)), []rune(textline.Plain(b))
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	return window(x, same), window(y, same)
}

func window(text []rune, at int) string {
	if len(text) == 0 {
		return "nothing"
	}
	from := max(0, at-partingBefore)
	to := min(len(text), from+partingChars)
	shown := string(text[from:to])
	if from > 0 {
		shown = "…" + shown
	}
	if to < len(text) {
		shown += "…"
	}
	return shown
}

func export(e *env.Env, name, out string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	f, err := replay.Traced(e, name)
	if err == nil && f.Trace.ABI == 0 && len(f.Failed) == 0 {
		err = fmt.Errorf("decision %s: %s", name, replay.WhyNoTrace(f.Made))
	}
	if err != nil {
		return env.Failed(err)
	}
	if f.Trace.ABI > 0 {
		f.Ruleset = bundled(e, f)
	}
	for _, part := range f.Parts()[1:] {
		f.Also = append(f.Also, bundled(e, part))
	}
	for i, failure := range f.Failed {
		f.Failed[i].Ruleset = bundled(e, f.Of(failure))
	}
	secrets := 0
	redacted, err := f.Redacted(func(text string) string {
		clean := redact.Text(text)
		if clean != text {
			secrets++
		}
		return clean
	})
	if f = redacted; err != nil {
		return env.Failed(err)
	}
	if secrets > 0 {
		fmt.Fprintln(e.ErrOut, "impressionism: warning: secrets in the texts are replaced by [redacted]: a ruleset that takes texts apart may decide otherwise in a replay")
	}
	data, err := trace.EncodeFile(f)
	if err != nil {
		return env.Failed(err)
	}
	if out == "" {
		exported(e, "it", len(f.Trace.Calls))
		_, err = cli.Exact(e).Write(visible.JSON(data))
		return env.Failed(err)
	}
	if err := env.WriteOutput(out, visible.JSON(data), 0o600); err != nil {
		return env.Failed(err)
	}
	exported(e, out, len(f.Trace.Calls))
	fmt.Fprintf(e.Out, "Wrote %s, %s.\n", out, textline.Size(len(data)))
	return nil
}

// bundled returns the version that took a decision as it is sent, without secrets, nil
// where it is not kept.
func bundled(e *env.Env, f trace.File) json.RawMessage {
	ruleset, _, err := replay.Decider(e, f, "")
	if err != nil {
		fmt.Fprintf(e.ErrOut, "impressionism: warning: the file has no ruleset: %v\n", textline.OneLine(err.Error()))
		return nil
	}
	redacted, changed, err := ruleset.Redacted(redact.Text)
	if err != nil {
		fmt.Fprintf(e.ErrOut, "impressionism: warning: the file has no ruleset: %v\n", textline.OneLine(err.Error()))
		return nil
	}
	if changed {
		fmt.Fprintf(e.ErrOut, "impressionism: warning: in the code of %s secrets are replaced by [redacted]: it may decide otherwise\n", ruleset.Manifest.ID)
	}
	return engine.Bundle(redacted)
}

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

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

func (a *app) printParted(left, right string, found []trace.Difference) {
	if len(found) == 0 {
		fmt.Fprintf(a.out, "%s and %s are the same but for times.\n", plain(left), plain(right))
		return
	}
	for i, d := range found {
		if i == differencesShown {
			fmt.Fprintf(a.out, "… and %s more; see --json\n", count(len(found)-i, "difference", "differences"))
			break
		}
		a.printDifference(d, left, right)
	}
}

// printDifference shows both sides from shortly before they part.
func (a *app) printDifference(d trace.Difference, left, right string) {
	heading := d.Part
	if d.What != "" {
		heading += " " + d.What
	}
	x, y := parting(d.A, d.B)
	fmt.Fprintf(a.out, "%s\n  %s: %s\n  %s: %s\n", plain(heading), plain(left), x, plain(right), y)
}

// Characters that are shown before and after the place where two texts part.
const (
	partingBefore = 60
	partingChars  = 240
)

func parting(a, b string) (string, string) {
	x, y := []rune(plain(a)), []rune(plain(b))
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

func (a *app) traceExport(name, out string) error {
	if err := a.ready(); err != nil {
		return err
	}
	f, err := a.traced(name)
	if err == nil && f.Trace.ABI == 0 && len(f.Failed) == 0 {
		err = fmt.Errorf("decision %s: %s", name, whyNoTrace(f.Made))
	}
	if err != nil {
		return failed(err)
	}
	if f.Trace.ABI > 0 {
		f.Ruleset = a.bundled(f)
	}
	for _, part := range f.Parts()[1:] {
		f.Also = append(f.Also, a.bundled(part))
	}
	for i, failure := range f.Failed {
		f.Failed[i].Ruleset = a.bundled(f.Of(failure))
	}
	data, err := trace.EncodeFile(f)
	if err != nil {
		return failed(err)
	}
	if out == "" {
		a.exported("it", len(f.Trace.Calls))
		_, err = a.exact().Write(visible.JSON(data))
		return failed(err)
	}
	if err := os.WriteFile(out, visible.JSON(data), 0o600); err != nil {
		return failed(err)
	}
	a.exported(out, len(f.Trace.Calls))
	fmt.Fprintf(a.out, "Wrote %s, %s.\n", out, size(len(data)))
	return nil
}

// bundled gives the version that took a decision as it is sent, without secrets, nil
// where it is not kept.
func (a *app) bundled(f trace.File) json.RawMessage {
	ruleset, _, err := a.decider(f, "")
	if err != nil {
		fmt.Fprintf(a.errOut, "impressionism: warning: the file has no ruleset: %v\n", oneLine(err.Error()))
		return nil
	}
	redacted, changed, err := ruleset.Redacted(redact.Text)
	if err != nil {
		fmt.Fprintf(a.errOut, "impressionism: warning: the file has no ruleset: %v\n", oneLine(err.Error()))
		return nil
	}
	if changed {
		fmt.Fprintf(a.errOut, "impressionism: warning: in the code of %s secrets are replaced by [redacted]: it may decide otherwise\n", ruleset.Manifest.ID)
	}
	return engine.Bundle(redacted)
}

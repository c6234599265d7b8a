package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// statusLineMax bounds a line, in characters: a session may have it in its context.
const statusLineMax = 500

// printStatus writes the status for people, what is wrong last.
func (a *app) printStatus(s shape.Status) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(a.out, "%-9s %s\n", name, shorten(plain(fmt.Sprintf(format, args...)), statusLineMax))
	}
	line("version", "%s", s.Version)
	var sources []string
	total := 0
	for _, source := range slices.Sorted(maps.Keys(s.Index.Items)) {
		sources = append(sources, fmt.Sprintf("%d %s", s.Index.Items[source], source))
		total += s.Index.Items[source]
	}
	if total > 0 {
		line("index", "%d items (%s), %d not for the model, %d rejected", total, strings.Join(sources, ", "), s.Index.Hidden, len(s.Index.Rejected))
		line("", "%d of %d passages embedded (%d %%)", s.Index.Embedded, s.Index.Passages, 100*s.Index.Embedded/max(1, s.Index.Passages))
	} else {
		line("index", "empty")
	}
	line("model", "%s: %s", s.Model.Name, s.Model.State)
	if s.Model.State == install.StateInstalled {
		line("", "in English by meaning and words, in other languages by words alone")
	}
	if s.Model.Detail != "" {
		line("", "%s", s.Model.Detail)
	}
	for _, r := range append([]shape.Ruleset{s.Ruleset}, s.Ruleset.Also...) {
		a.printRuleset(r, line)
	}
	line("server", "%s", warmStates[s.Warm.State])
	line("sessions", "%s, %s, %d of them used", count(s.Sessions.Decisions, "decision", "decisions"), count(s.Sessions.Suggestions, "suggestion", "suggestions"), s.Sessions.Used)
	if s.Sessions.Off != "" {
		line("", "off in session %s, the newest of this workspace; to switch them on: impressionism on", s.Sessions.Off)
	}
	line("data", "%s (%.1f MB), %s (%.1f MB)", s.Paths.State, megabytes(s.Sessions.Bytes), s.Paths.Index, megabytes(s.Index.Bytes))
	for _, reason := range s.Reasons {
		line("noted", "%s: %s, last %s", reason.Code, count(reason.Count, "time", "times"), reason.Last.Local().Format("2006-01-02 15:04"))
		if reason.Text != "" {
			line("", "%s", oneLine(reason.Text))
		}
	}
	for _, text := range slices.Concat(waitingLines(s.Index.Waits), rejectionLines(s.Index.Rejected)) {
		fmt.Fprintln(a.out, text)
	}
	for _, text := range leftOutLines(s.Index.LeftOut) {
		fmt.Fprintln(a.out, text)
	}
	for _, problem := range s.Problems {
		line("problem", "%s", problem)
	}
}

func (a *app) printRuleset(r shape.Ruleset, line func(string, string, ...any)) {
	line("ruleset", "%s (from %s)", r.ID, r.Layer)
	switch {
	case r.Problem != "":
		line("", "%s", r.Problem)
	case r.Paused:
		line("", "paused after %d failures in a row: %s", r.Failures, r.Last)
		line("", "to try it again now: impressionism rules resume %s", r.ID)
	case r.Failures == 1:
		line("", "failed the last time: %s", r.Last)
	case r.Failures > 1:
		line("", "%d failures in a row, last: %s", r.Failures, r.Last)
	}
}

func megabytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }

package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host"
)

// whyNotReason says in a sentence what kept an item back.
func whyNotReason(r shape.WhyNot, s host.Standing) string {
	told := strings.Join(r.Told, ", ")
	switch r.Why {
	case "":
		return "it is suggested for this prompt"
	case host.NotCommand:
		return "the prompt names a command, on which nothing is decided"
	case host.NotBlank:
		return "the prompt is blank"
	case host.NotFailed:
		return "the ruleset failed; see: impressionism status"
	case host.NotSilent:
		return "the prompt says too little to be about anything, and names no item"
	case host.NotFound:
		return "prompt and item have no word in common"
	case host.NotWanted:
		return host.WhyNever + " (suggest.never)"
	case host.NotMax:
		return fmt.Sprintf("it fits, but no more than %d may be suggested (suggest.max): %s", len(r.Told), told)
	case host.NotMargin:
		return "it fits, but clearly less well than " + told + " (suggest.margin)"
	case host.NotRoom:
		return "it fits, but there was no room in the text (suggest.chars)"
	case host.NotSayable:
		return "it fits, but its id or kind cannot be told"
	case host.NotActive:
		return "it fits, but others fit better and no more may be active (max_active_skills): " + told
	case host.NotSure:
		return "the words alone made sure of another item: " + told
	case host.NotRival:
		return fmt.Sprintf("it would fit by itself, but %s fits better", plain(s.Fit.Rival))
	case host.NotGate:
		return "the prompt does not read as if it were about anything that there may be a skill for"
	case host.NotRuleset:
		return "the ruleset did not choose it, by rules of its own"
	}
	return fmt.Sprintf("it fits too little: similarity %.2f of %.2f needed", r.Similarity, s.Threshold)
}

func (a *app) printWhyNot(r shape.WhyNot) {
	for _, note := range r.Notes {
		fmt.Fprintln(a.errOut, "impressionism: note:", oneLine(note))
	}
	fmt.Fprintf(a.out, "%s: %s (%s, %s)\n", plain(r.ID), plain(r.Reason), tierWord(r.Tier), r.Ruleset)
	if r.Session != "" {
		fmt.Fprintf(a.out, "  prompt   “%s”\n", plain(shorten(r.Prompt, 2*proseColumns)))
	}
	if r.Explained != nil {
		fmt.Fprintf(a.out, "  parts    %s\n", explainedLine(*r.Explained))
		a.printExplained(*r.Explained)
	}
	if r.Suggested {
		return
	}
	if len(r.Changes) == 0 {
		fmt.Fprintf(a.out, "\nNo change was found in %d tries.%s\n", r.Evaluations, lastResort(r))
	} else {
		fmt.Fprintln(a.out, "\nIt would be suggested")
	}
	for i, change := range r.Changes {
		lead := "  or "
		if i == 0 {
			lead = "  "
		}
		fmt.Fprintf(a.out, "%s%s\n", lead, changeLine(change))
		for _, setting := range change.Settings {
			fmt.Fprintf(a.out, "       %s\n", setting.Line)
		}
		if change.Command != "" {
			fmt.Fprintf(a.out, "       %s\n", plain(change.Command))
		}
	}
	fmt.Fprintf(a.out, "\nAsk again: %s\n", plain(r.Command))
}

// lastResort names the parameter by which the ruleset decides.
func lastResort(r shape.WhyNot) string {
	if r.Why == host.NotWanted {
		return " Take it out of suggest.never in your settings first."
	}
	if r.Threshold == nil {
		return ""
	}
	return fmt.Sprintf(" The ruleset suggests from rulesets.%s.%s on, which is %.2f; the item has %.2f.", r.Ruleset, host.ParameterThreshold, *r.Threshold, r.Similarity)
}

func changeLine(c shape.Change) string {
	words, in := "“"+plain(strings.Join(c.Words, " "))+"”", " in the prompt:"
	if len(c.Taken) > 0 {
		in = " in the prompt, and without “" + plain(strings.Join(c.Taken, " ")) + "”:"
	}
	switch c.Kind {
	case host.ChangeAdd:
		return "with " + words + in
	case host.ChangeTake:
		return "without " + words + in
	case host.ChangeDescribe:
		return "with " + words + " in its description"
	}
	return "with this in config.yaml:"
}

func explainedLine(x shape.Explained) string {
	var parts []string
	for _, part := range x.Parts {
		parts = append(parts, part.Name+" "+logits(part.Points))
	}
	line := strings.Join(parts, ", ") + "; rivals " + logits(x.Rivals) + "; has " + logits(x.Odds)
	if n := x.Needed; n != nil {
		line += fmt.Sprintf(", needs %s (%s)", logits(n.Odds), neededFrom(host.Needed{Profile: n.Profile, From: n.From, Similarity: n.Similarity}))
	}
	return line
}

// shellQuoted writes a word as a shell reads it back; one with line ends as bash
// and zsh do.
func shellQuoted(word string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@", r)
	}
	switch {
	case word != "" && strings.IndexFunc(word, func(r rune) bool { return !safe(r) }) < 0:
		return word
	case strings.ContainsFunc(word, unicode.IsControl):
		return "$'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(word) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

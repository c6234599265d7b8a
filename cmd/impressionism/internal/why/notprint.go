package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	cmdexplain "github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/trace/whynot"
)

// notReason says in a sentence what kept an item back.
func notReason(r shape.WhyNot, s whynot.Standing) string {
	told := idsOf(r.Told)
	switch r.Why {
	case "":
		return "it is suggested for this prompt"
	case whynot.NotCommand:
		return "the prompt names a command, on which nothing is decided"
	case whynot.NotBlank:
		return "the prompt is blank"
	case whynot.NotFailed:
		return "the ruleset failed; see: impressionism status"
	case whynot.NotSilent:
		if words := standIn(r.Has); words != "" && s.Fit != nil && s.Fit.Bound {
			return "the prompt is so short that it could mean anything, although " + words
		}
		return "the prompt says too little to be about anything"
	case whynot.NotFound:
		return "prompt and item have no word in common"
	case whynot.NotWanted:
		return decide.WhyNever + " (suggest.never)"
	case whynot.NotMax:
		if s.Max == 0 {
			return "it fits, but no item may be suggested: " + suggest.WhyNone
		}
		return fmt.Sprintf("it fits, but no more than %d may be suggested (suggest.max): %s", s.Max, idsOf(s.Before))
	case whynot.NotKind:
		return "it fits, but one text has no more suggestions of its kind: " + idsOf(s.Kin)
	case whynot.NotMargin:
		return "it fits, but clearly less well than " + cmp.Or(idsOf(s.Kin), "the first") + " (suggest.margin)"
	case whynot.NotBeside:
		return "it fits, but not surely enough to stand beside a suggestion of another kind: " + idsOf(s.Before)
	case whynot.NotTogether:
		return "it fits, and others of its group fit better than one suggestion has room for: " + told
	case whynot.NotRoom:
		return "it fits, but there was no room in the text (suggest.chars)"
	case whynot.NotSession:
		return "it fits, but " + suggest.WhyOneSession
	case whynot.NotTemplate:
		return fmt.Sprintf("it fits, but suggest.templates.%s is empty: nothing is told of its kind", r.Ref.Kind)
	case whynot.NotSayable:
		return "it fits, but its id or kind cannot be told"
	case whynot.NotActive:
		return "it fits, but others fit better and no more may be active (max_active_skills): " + told
	case whynot.NotSure:
		return "the words alone made sure of another item: " + told
	case whynot.NotCalled:
		return "it would fit, but the prompt calls another item by its name: " + cmp.Or(idsOf(s.Kin), "none that is suggested")
	case whynot.NotBehind:
		if s.Fit.Ahead == "" {
			return "it would fit by itself, but others fit nearly as well, and it is not clear which one is meant"
		}
		return fmt.Sprintf("it would fit by itself, but %s fits clearly better", textline.Plain(s.Fit.Ahead))
	case whynot.NotNearer:
		return fmt.Sprintf("the prompt is %s, which it is not for", cmdexplain.NearerWords(s.Fit.Nearer))
	case whynot.NotGate:
		return "the prompt does not read as if it were about anything that there may be a skill for"
	case whynot.NotRuleset:
		return "the ruleset did not choose it, by rules of its own"
	}
	reason := fmt.Sprintf("it fits too little: %s, where %s is wanted (similarity %.2f of %.2f)", sureWord(r.Similarity), sureWord(s.Threshold), r.Similarity, s.Threshold)
	if s.Fit != nil && s.Fit.Nearer != "" {
		reason += "; the prompt is " + cmdexplain.NearerWords(s.Fit.Nearer)
	}
	if s.Fit != nil && s.Fit.Other != "" {
		reason += "; it is " + cmdexplain.CardWords("", s.Fit.Other)
	}
	return reason
}

func idsOf(refs []abi.Ref) string { return strings.Join(replay.IDsOf(refs), ", ") }

func printWhyNot(e *env.Env, r shape.WhyNot, explain bool) {
	for _, note := range r.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.OneLine(note))
	}
	cli.PrintWrapped(e, "", "  ", r.Ref.ID+": "+r.Reason)
	line := func(label, words string) {
		if words != "" {
			cli.PrintWrapped(e, fmt.Sprintf("  %-8s ", label), strings.Repeat(" ", 11), words)
		}
	}
	if r.Session != "" {
		line("prompt", "“"+textline.Shorten(r.Prompt, 2*cli.ProseColumns)+"”")
	}
	line("asked", r.Asked)
	by := r.Ruleset
	if several := len(e.Loaded.ActiveRuleset); several > 1 {
		by += fmt.Sprintf(" (of %d rulesets the one that wants least)", several)
	}
	line("by", by+", "+cmdexplain.TierWord(r.Tier))
	if !r.Suggested {
		line("has", wordsOr(r.Has, "none of the prompt's words"))
		line("lacks", wordsOr(r.Lacks, ""))
		if r.Nearest != "" {
			line("nearest", "“"+r.Nearest+"”, of its own words")
		}
	}
	if explain && r.Explained != nil {
		fmt.Fprintf(e.Out, "  parts    %s\n", explainedLine(*r.Explained))
		cmdexplain.PrintExplained(e, *r.Explained)
	}
	if r.Suggested {
		return
	}
	printChanges(e, r)
	if r.CardCommand != "" {
		fmt.Fprintf(cli.Exact(e), "\nIf you would type this for it: %s\n", textline.Plain(r.CardCommand))
	}
	fmt.Fprintf(cli.Exact(e), "\nAsk again: %s\n", textline.Plain(r.Command))
}

// printChanges prints what would have the item suggested, or what is left to do.
func printChanges(e *env.Env, r shape.WhyNot) {
	if len(r.Changes) == 0 {
		fmt.Fprintln(e.Out)
		cli.PrintWrapped(e, "", "", lastResort(e, r))
	} else {
		fmt.Fprintln(e.Out, "\nIt would be suggested")
	}
	for i, change := range r.Changes {
		lead := "  or "
		if i == 0 {
			lead = "  "
		}
		fmt.Fprintf(e.Out, "%s%s\n", lead, changeLine(change))
		if change.YAML != "" {
			fmt.Fprintln(e.Out)
			for line := range strings.Lines(change.YAML) {
				fmt.Fprintln(cli.Exact(e), textline.Plain(strings.TrimRight(line, "\r\n")))
			}
			fmt.Fprintln(e.Out)
		}
		fmt.Fprintf(cli.Exact(e), "       %s\n", textline.Plain(change.Command))
	}
}

// wordsOr joins words of a prompt, or says that there are none.
func wordsOr(words []string, none string) string {
	if len(words) == 0 {
		return none
	}
	return strings.Join(words[:min(len(words), cmdexplain.WordsShown)], ", ")
}

// lastResort is what is left to do: the item's description is its author's to write. That of
// a tool comes with its server.
func lastResort(e *env.Env, r shape.WhyNot) string {
	nothing := "Nothing that a person would change was found to have it suggested."
	switch {
	case r.Why == whynot.NotWanted:
		return "To have it suggested, take it out of suggest.never in your settings first."
	case r.Why == whynot.NotTemplate:
		return fmt.Sprintf("To have it suggested, take suggest.templates.%s out of your settings first.", r.Ref.Kind)
	case wire.IsListed(e, r.Ref.Kind) && slices.Contains([]string{whynot.NotThreshold, whynot.NotFound, whynot.NotNearer, whynot.NotBehind}, r.Why):
		return nothing + " If prompts like this one are what it is for, its description should say so."
	}
	return nothing
}

func changeLine(c shape.Change) string {
	words, in := "“"+textline.Plain(strings.Join(c.Words, " "))+"”", " in the prompt:"
	if len(c.Taken) > 0 {
		in = " in the prompt, and without “" + textline.Plain(strings.Join(c.Taken, " ")) + "”:"
	}
	switch c.Kind {
	case whynot.ChangeAdd:
		return "with " + words + in
	case whynot.ChangeTake:
		return "without " + words + in
	}
	return "with this in config.yaml, in the place of the sections there, or by --apply before its name:"
}

func explainedLine(x shape.Explained) string {
	var parts []string
	for _, part := range x.Parts {
		parts = append(parts, part.Name+" "+cmdexplain.Logits(part.Points))
	}
	line := strings.Join(parts, ", ")
	if x.Ahead != "" || x.Behind != 0 {
		line += "; " + cmdexplain.BehindWords(x.Ahead) + " " + cmdexplain.Logits(x.Behind)
	}
	line += "; has " + cmdexplain.Logits(x.Odds)
	if n := x.Needed; n != nil {
		line += fmt.Sprintf(", needs %s (%s)", cmdexplain.Logits(n.Odds), cmdexplain.NeededFrom(fit.Needed{Profile: n.Profile, From: n.From, Similarity: n.Similarity}))
	}
	return line
}

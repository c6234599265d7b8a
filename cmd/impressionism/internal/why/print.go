package why

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// The columns of what `why` prints: when, and below it a label.
const (
	Indent = "       " // as wide as "15:04  "
	label  = "%-9s "   // because, close, …
)

// printWhy tells of one event in words: what was asked, what became of it, why.
func printWhy(a *env.Env, e event, explain bool) {
	stamp := e.at.Local().Format("15:04  ")
	if day := e.at.Local().Format("2006-01-02"); day != a.Now().Local().Format("2006-01-02") {
		stamp = e.at.Local().Format("2006-01-02 15:04  ")
	}
	cli.PrintBeside(a, stamp, Indent, e.asked(), "→ "+e.became())
	for _, line := range e.lines() {
		mark := Indent + fmt.Sprintf(label, line.label)
		cli.PrintWrapped(a, mark, strings.Repeat(" ", len(mark)), line.text)
	}
	if explain && e.made != nil {
		explainDecision(a, *e.made, e.answer)
	}
}

// asked is what a line begins with: the prompt's first words, else the file or the event.
func (e event) asked() string {
	switch {
	case len(e.files) > 0:
		return "(" + strings.Join(e.files, ", ") + ")"
	case e.event != abi.EventPrompt:
		return "(" + explain.EventWord(e.event) + ")"
	case strings.TrimSpace(e.text) == "":
		return "(a prompt that is not kept)"
	}
	return "“" + strings.Join(strings.Fields(e.text), " ") + "”"
}

// became returns what became of an event.
func (e event) became() string {
	switch e.outcome {
	case session.OutcomeSuggested:
		var told []string
		for _, item := range e.made.Told {
			told = append(told, e.sure(item))
		}
		return strings.Join(told, ", ")
	case session.OutcomeNotTold:
		return e.untold()
	case session.OutcomeShort:
		return "nothing: " + e.tooLittle()
	case session.OutcomeCommand:
		return "nothing: it calls a command"
	case session.OutcomeLate:
		if e.made != nil {
			return "nothing: out of time"
		}
		return "nothing: out of time" + inBrackets(e.reason)
	case session.OutcomeRuleset:
		return "nothing: the ruleset failed"
	case session.OutcomeFailed:
		return "nothing: it failed" + inBrackets(e.reason)
	case session.OutcomeNone:
		return e.nothing()
	}
	return "what became of it is not known"
}

// untold is the outcome of an event of whose items none was told: "nothing new" where
// each was told before.
func (e event) untold() string {
	dropped := map[abi.Ref]bool{}
	for _, item := range e.made.Dropped {
		switch dropped[item.Ref] = true; item.Why {
		case decide.WhySilent:
			return "nothing told: suggestions are off in this session"
		case suggest.WhyNone:
			return "nothing told: " + item.Why
		}
	}
	for _, entry := range e.answer.Activate {
		if !dropped[entry.Ref] {
			return "nothing new"
		}
	}
	return "nothing told"
}

// nothing is the outcome of an event on which nothing was chosen.
func (e event) nothing() string {
	if e.event != abi.EventPrompt {
		if len(e.answer.Deactivate) > 0 {
			return "withdrawn"
		}
		return "nothing changed"
	}
	scores := e.scores()
	switch {
	case len(scores) == 0:
		return "nothing fitted"
	case enough(scores[0]):
		return "nothing was chosen"
	case far(scores[0]):
		return "nothing fitted (nearest: " + scores[0].Ref.ID + ", far)"
	}
	return "nothing fitted well enough"
}

// tooLittle returns why a prompt is about nothing in particular. The gate that takes a
// longer prompt for chatter needs the model; without it the prompt was too short.
func (e event) tooLittle() string {
	if e.made != nil && e.made.Tier == index.TierModel {
		return "it asks for nothing in particular"
	}
	if scores := e.scores(); len(scores) > 0 && bound(scores[0]) {
		return "too short to be sure"
	}
	return "too little said"
}

func inBrackets(reason string) string {
	if reason == "" {
		return ""
	}
	return " (" + reason + ")"
}

// sure is an item with how sure its suggestion was; one that the search had not
// found, such as a ruleset may name, or that the settings ask for, has no word.
func (e event) sure(item abi.Ref) string {
	score, ok := scoreOf(e.scores(), item)
	if !ok || e.wished(item) {
		return item.ID
	}
	return item.ID + " (" + sureWord(score.Similarity) + ")"
}

// wished reports whether the user's settings ask for an item, however it fits.
func (e event) wished(item abi.Ref) bool {
	return e.by[item] == wish.Always || e.by[item] == wish.Words
}

// builtinPrefix begins the ids of the rulesets that go by the score alone, in
// whatever language.
const builtinPrefix = "builtin"

// line is one line below a prompt.
type line struct{ label, text string }

// lines are those below a prompt: the reasons, and what was used without a suggestion.
func (e event) lines() []line {
	lines := e.reasons()
	for _, listed := range []bool{true, false} {
		var ids []string
		for _, item := range e.used {
			if item.listed == listed {
				ids = append(ids, item.id)
			}
		}
		how := "To have it found for such prompts: impressionism cards ask"
		if !listed {
			how = "To see what it lacked: impressionism why-not"
		}
		if len(ids) > 0 {
			lines = append(lines, line{"used", fmt.Sprintf("%s, without a suggestion. %s %s", strings.Join(ids, ", "), how, textline.ShellQuoted(ids[0]))})
		}
	}
	return lines
}

func (e event) reasons() []line {
	var lines []line
	add := func(label, format string, args ...any) {
		lines = append(lines, line{label, fmt.Sprintf(format, args...)})
	}
	if e.made == nil {
		return nil
	}
	for _, late := range e.made.Late {
		switch late {
		case session.LateModel:
			add("late", "the model; words alone answered")
		case session.LateRuleset:
			if len(e.answer.Activate) > 0 {
				add("late", "the ruleset; the best by the scores at hand answered")
			}
		}
	}
	for _, entry := range e.answer.Activate {
		e.chosen(entry, len(e.answer.Activate) > 1 || !e.told(entry.Ref), add)
	}
	for _, dropped := range e.made.Dropped {
		add("not told", "%s: %s", dropped.Ref.ID, dropped.Why)
	}
	for _, entry := range e.answer.Deactivate {
		add("withdrawn", "%s: %s", entry.Ref.ID, entry.Reason)
	}
	if o := replay.OpinionOf(*e.made); o != nil {
		add("opinion", "%s", explain.OpinionLine(*o))
	}
	e.close(add)
	if e.outcome == session.OutcomeNone && language.Foreign(e.text) && !e.foreign && (e.made == nil || e.made.Tier != index.TierModel) {
		add("note", "prompts in other languages than English are matched by words alone; for meaning as well run: impressionism setup --languages")
	}
	for _, warning := range e.warnings {
		add("warning", "%s", warning)
	}
	if e.made.Fault != nil {
		add("failed", "%s", e.failure())
		if e.made.HasTrace {
			add("see", "impressionism trace show %d", e.made.ID)
		}
	}
	return lines
}

// chosen says because of what an item was chosen. The built-in rulesets go by the
// score; what another one chooses, or what the score does not explain, has the
// ruleset's own reason.
func (e event) chosen(entry abi.Entry, named bool, add func(string, string, ...any)) {
	score, scored := scoreOf(e.scores(), entry.Ref)
	reasons, by := "", e.by[entry.Ref]
	if scored && !e.wished(entry.Ref) {
		reasons = reasonsFor(score, e.text)
	}
	explained := by == "" && strings.HasPrefix(e.made.RulesetID, builtinPrefix) && enough(score) && reasons != ""
	if own := withoutScore(strings.TrimSpace(entry.Reason)); own != "" && !explained {
		reasons = strings.TrimSuffix(own+inBrackets(by)+"; "+reasons, "; ")
	}
	label := "because"
	switch {
	case e.told(entry.Ref):
	case e.wished(entry.Ref):
		label = "asked for" // by the settings, which make nothing active
	case entry.Ref.Kind == abi.KindCode:
		label = "chosen" // a place is never active
	default:
		label = "active"
	}
	if named {
		reasons = strings.TrimSuffix(entry.Ref.ID+": "+reasons, ": ")
	}
	if reasons != "" {
		add(label, "%s", reasons)
	}
	for _, similar := range score.Similar {
		add("beside", "%s", similarWords(similar))
	}
}

// reasonScore is the number in the reasons of the built-in rulesets and of those that
// are written from a template.
var reasonScore = regexp.MustCompile(`^((?:it )?(?:fits the prompt|still fits)[^;]*), similarity=[01]\.[0-9]+(;|$)`)

// withoutScore is a ruleset's reason without the number, which --explain shows.
func withoutScore(reason string) string { return reasonScore.ReplaceAllString(reason, "$1$2") }

func similarWords(s decide.Similar) string {
	words := s.Ref.ID + " says nearly the same"
	if s.Named {
		return words + ": named beside it"
	}
	return words + ": not named, as " + s.Why
}

// close says what else came near, or that nothing did; for a prompt that says too
// little, which of its words the best item has.
func (e event) close(add func(string, string, ...any)) {
	var near []string
	next := ""
	for _, score := range e.scores() {
		switch {
		case e.chose(score.Ref):
		case e.outcome == session.OutcomeShort:
			if words := standing(e.text, score.Matched); bound(score) {
				add("nearest", "%s: %s", score.Ref.ID, standIn(words))
			}
			return
		case !far(score):
			near = append(near, score.Ref.ID+" ("+nearWord(score)+")")
		default:
			next = cmp.Or(next, score.Ref.ID)
		}
	}
	switch {
	case len(near) > 0:
		add("close", "%s", strings.Join(near, ", "))
	case next != "" && len(e.answer.Activate) > 0:
		add("close", "nothing (next: %s, far behind)", next)
	}
}

func (e event) told(item abi.Ref) bool { return explain.ToldWord(*e.made, item) == "suggested" }

func (e event) chose(item abi.Ref) bool {
	for _, entry := range e.answer.Activate {
		if entry.Ref == item {
			return true
		}
	}
	return false
}

// failure returns how the ruleset failed and who answered for it.
func (e event) failure() string {
	words := textline.OneLine(cut.Line(e.made.Fault.Error()))
	if e.instead != "" {
		words += "; " + e.instead + " answered in its place"
	}
	return words
}

// explainDecision shows who decided, what each choice was and the sums behind it.
func explainDecision(e *env.Env, m session.Made, answer abi.Decision) {
	fmt.Fprintf(e.Out, "  by        %s, %s\n", textline.Plain(cmp.Or(m.RulesetID, "nobody")), explain.TierWord(m.Tier))
	for _, entry := range answer.Activate {
		fmt.Fprintf(e.Out, "  %-9s %s: %s\n", explain.ToldWord(m, entry.Ref), textline.Plain(entry.Ref.ID), textline.Plain(entry.Reason))
	}
	printScores(e, m, answer)
}

// printScores tells what else came close.
func printScores(e *env.Env, m session.Made, answer abi.Decision) {
	var scores []decide.Score
	if err := json.Unmarshal(m.Scores, &scores); err != nil {
		return // an event without a search
	}
	chosen := map[abi.Ref]bool{}
	for _, entry := range answer.Activate {
		chosen[entry.Ref] = true
	}
	for _, score := range scores {
		if chosen[score.Ref] {
			if score.Fit != nil {
				fmt.Fprintf(e.Out, "  fits      %s: %s\n", textline.Plain(score.Ref.ID), explain.FitLine(*score.Fit))
				printBeside(e, score.Fit.Beside)
			}
			for _, similar := range score.Similar {
				fmt.Fprintf(e.Out, "  similar   %s\n", explain.SimilarLine(similar))
			}
			continue
		}
		fmt.Fprintf(e.Out, "  %s %s: similarity %.2f", shortWord(score), textline.Plain(score.Ref.ID), score.Similarity)
		if len(score.Matched) > 0 {
			fmt.Fprintf(e.Out, ", words %s", strings.Join(score.Matched[:min(explain.WordsShown, len(score.Matched))], " "))
		}
		if score.Behind != nil {
			fmt.Fprintf(e.Out, ", %s: needs %.2f", textline.Plain(behindWords(*score.Behind)), score.Behind.Needed)
		}
		fmt.Fprintln(e.Out)
		if score.Fit != nil {
			fmt.Fprintf(e.Out, "             %s\n", explain.FitLine(*score.Fit))
			printBeside(e, score.Fit.Beside)
		}
	}
}

// shortWord says that an item was not chosen, and why only where it is known what was
// enough.
func shortWord(score decide.Score) string {
	if enough(score) || score.Fit == nil || score.Fit.Needed == nil {
		return "not chosen"
	}
	return "not enough"
}

// printBeside tells what was known of an item besides the prompt.
func printBeside(e *env.Env, beside *fit.Beside) {
	if beside != nil {
		fmt.Fprintf(e.Out, "             context: %s\n", explain.ContextLine(*explain.ContextShape(beside, true)))
	}
}

package handoff

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// Kinds of marks.
const (
	markBegin    = "begin"
	markNext     = "next"
	markTried    = "tried"
	markComplete = "complete"
)

// mark is a line by which a model that was taught to do so tells of its work: "HANDOFF: title",
// "HANDOFF UPDATE id: next - text", "HANDOFF COMPLETE id". Nobody is asked for one. A mark is
// evidence as the model's other sentences are, and git and runs of commands count more.
type mark struct {
	kind   string
	failed bool // of markTried: in vain, as a whole or in part
	text   string
}

// markWord begins each mark, and is a cheap test for one.
const markWord = "HANDOFF"

var (
	markBegins    = lazyregexp.New(`^HANDOFF: *(\S.*)$`)
	markUpdates   = lazyregexp.New(`(?i)^HANDOFF UPDATE +\S{1,30}? *:? +(tried|next)\b(?: steps?)?[\s:–—-]*(?:(success|fail(?:ed)?|partial)\b[\s:–—-]*)?(\S.*)$`)
	markCompletes = lazyregexp.New(`^HANDOFF COMPLETE\b`)
	markLine      = lazyregexp.New(`^HANDOFF(?::| UPDATE\b| COMPLETE\b)`)
)

// marks divides an answer into its marks and the text without them. What stands in a fence is no
// mark.
func marks(answer string) (all []mark, rest string) {
	if !strings.Contains(answer, markWord) {
		return nil, answer
	}
	var kept strings.Builder
	fenced := false
	for part := range strings.Lines(answer) {
		line := strings.Trim(strings.TrimSpace(part), "*_` ")
		if strings.HasPrefix(strings.TrimSpace(part), "```") {
			fenced = !fenced
		}
		if fenced || !markLine().MatchString(line) {
			kept.WriteString(part)
			continue
		}
		if m := markBegins().FindStringSubmatch(line); m != nil {
			all = append(all, mark{kind: markBegin, text: m[1]})
		} else if m := markUpdates().FindStringSubmatch(line); m != nil {
			outcome := strings.ToLower(m[2])
			all = append(all, mark{kind: strings.ToLower(m[1]), failed: outcome != "" && outcome != "success", text: m[3]})
		} else if markCompletes().MatchString(line) {
			all = append(all, mark{kind: markComplete})
		}
	}
	return all, kept.String()
}

// marked returns the last mark of a kind from a step on that may be quoted.
func (s *story) marked(kind string, from int) string {
	for _, step := range slices.Backward(s.steps[max(0, from):]) {
		if step.Kind != work.Answered {
			continue
		}
		all, _ := marks(step.Text)
		for _, m := range slices.Backward(all) {
			if m.kind == kind && s.mine(m.text) && !s.namesMended(m.text) {
				return m.text
			}
		}
	}
	return ""
}

// completes reports whether a step says that the work is done.
func completes(step work.Step) bool {
	if step.Kind != work.Answered {
		return false
	}
	all, _ := marks(step.Text)
	return slices.ContainsFunc(all, func(m mark) bool { return m.kind == markComplete })
}

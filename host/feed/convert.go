package feed

import (
	"encoding/json"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Limits of one change: what is stored may be more.
const (
	candidatesMax = 20
	matchedMax    = 12
	droppedMax    = 20
	textCharsMax  = 2000
)

// score is what is read of a stored score.
type score struct {
	Ref        abi.Ref  `json:"ref"`
	Similarity float64  `json:"similarity"`
	Enough     bool     `json:"enough"`
	Cosine     *float64 `json:"cosine"`
	BM25       float64  `json:"bm25"`
	Matched    []string `json:"matched"`
	Fit        *struct {
		Needed *struct {
			Similarity float64 `json:"similarity"`
		} `json:"needed"`
	} `json:"fit"`
}

// ofDecision returns the change that a decision is.
func ofDecision(d session.FollowedDecision) Change {
	c := Change{
		Kind: KindDecision, At: d.At, Session: d.SessionID, Workspace: d.Workspace, Prompt: d.Prompt, Text: cut.Runes(d.Text, textCharsMax),
		Decision: d.ID, Event: d.Event, Ruleset: d.RulesetID, Tier: d.Tier, Late: d.Late,
	}
	c.Outcome, c.Reason = d.Became()
	if d.Fault != nil {
		c.Fault = d.Fault.Error()
	}
	for _, dropped := range d.Dropped[:min(len(d.Dropped), droppedMax)] {
		c.Dropped = append(c.Dropped, Dropped{Ref: dropped.Ref, Why: dropped.Why})
	}
	if len(d.Durations) > 0 {
		c.StepsMS = map[string]float64{}
		total := int64(0)
		for step, micros := range d.Durations {
			c.StepsMS[step] = float64(micros) / 1000
			total += micros
		}
		c.TotalMS = float64(total) / 1000
	}
	scores := readScores(d.Scores)
	c.addCandidates(scores)
	c.addTold(d, scores)
	return c
}

// readScores reads stored scores; none where they cannot be read, of which why tells.
func readScores(stored json.RawMessage) []score {
	var scores []score
	if len(stored) == 0 || json.Unmarshal(stored, &scores) != nil {
		return nil
	}
	return scores
}

func (c *Change) addCandidates(scores []score) {
	for _, s := range scores {
		if s.Fit != nil && s.Fit.Needed != nil && c.Floor == nil {
			c.Floor = &s.Fit.Needed.Similarity
		}
		if len(c.Candidates) < candidatesMax && !s.Ref.IsZero() {
			c.Candidates = append(c.Candidates, Candidate{
				Ref: s.Ref, Similarity: s.Similarity, Cosine: s.Cosine, BM25: s.BM25, Enough: s.Enough, Matched: s.Matched[:min(len(s.Matched), matchedMax)],
			})
		}
	}
}

func (c *Change) addTold(d session.FollowedDecision, scores []score) {
	chars := 0
	for _, g := range d.Suggestions {
		told := Told{Ref: g.Ref, Came: cameOf(g), By: g.By, Verdict: g.Verdict, Between: betweenOf(g)}
		told.Wording, _, _ = strings.Cut(g.Wording, "-")
		for i := range scores {
			if scores[i].Ref == g.Ref {
				told.Similarity = &scores[i].Similarity
			}
		}
		c.Told = append(c.Told, told)
		chars += g.Chars
	}
	c.Tokens = (chars + session.TokenUnits - 1) / session.TokenUnits
}

// cameOf returns what came of a suggestion, as outcomes are counted.
func cameOf(g session.FollowedSuggestion) string {
	switch {
	case !g.InvokedAt.IsZero() && g.After <= session.UsedPrompts:
		return CameUsed
	case !g.InvokedAt.IsZero():
		return CameLate
	case g.Ref.Kind == abi.KindCode: // no event tells its use
		return CameOpen
	case g.Ended || g.Prompts-g.Prompt > session.UsedPrompts:
		return CameIgnored
	}
	return CameOpen
}

func betweenOf(g session.FollowedSuggestion) *int {
	if g.InvokedAt.IsZero() {
		return nil
	}
	return &g.After
}

// ofSuggestion returns the change that what came of a suggestion is.
func ofSuggestion(g session.FollowedSuggestion) Change {
	at := g.InvokedAt
	if at.IsZero() {
		at = g.LastActive
	}
	return Change{
		Kind: KindOutcome, At: at, Session: g.SessionID, Workspace: g.Workspace, Prompt: g.Prompt, Decision: g.DecisionID,
		Ref: &g.Ref, Came: cameOf(g), Between: betweenOf(g), By: g.By, Verdict: g.Verdict,
	}
}

// ofMessage returns the change that a prompt without a decision or the end of a turn is.
func ofMessage(m session.FollowedMessage) Change {
	c := Change{
		Kind: KindTurn, At: m.At, Session: m.SessionID, Workspace: m.Workspace, Prompt: m.Prompt, Text: cut.Runes(m.Text, textCharsMax),
	}
	if m.Event == abi.EventPrompt {
		c.Kind, c.Event, c.Outcome, c.Reason = KindDecision, m.Event, m.Outcome, m.Reason
	}
	return c
}

// ofFault returns the change that a ruleset's fault is; ok is false where there is none.
func ofFault(d session.FollowedDecision) (c Change, ok bool) {
	if d.Fault == nil {
		return c, false
	}
	return Change{
		Kind: KindFault, At: d.At, Session: d.SessionID, Workspace: d.Workspace, Prompt: d.Prompt, Decision: d.ID,
		Code: string(d.Fault.Code), Reason: d.Fault.Message,
	}, true
}

func stateOf(s session.FollowedSession) SessionState {
	state := SessionState{
		Session: s.SessionID, Workspace: s.Workspace, Started: s.StartedAt, LastActive: s.LastActive, Prompts: s.Prompts, Silent: s.Silent,
	}
	if s.Ended {
		state.Ended = &s.EndedAt
	}
	return state
}

// ofSession returns the change that a session's state is.
func ofSession(s session.FollowedSession) Change {
	state := stateOf(s)
	return Change{Kind: KindSession, At: s.LastActive, Session: s.SessionID, Workspace: s.Workspace, Prompt: s.Prompts, State: &state}
}

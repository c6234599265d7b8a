package shape

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Digest is what digest prints.
type Digest struct {
	Since time.Time `json:"since"`
	Days  int       `json:"days"`
	session.Digest
	Flow      DigestFlow         `json:"flow"`
	ByDay     []DigestDay        `json:"by_day"`                   // the days of the period in local time, the oldest first; the first is cut where the period begins; the newest 90
	AtEqual   []DigestBand       `json:"wordings_at_equal_scores"` // lowest scores first
	Answers   DigestAnswers      `json:"answers"`
	Listed    DigestListed       `json:"listed"`
	Worth     []DigestWorth      `json:"worth"`   // a look: the worst first, at most 8
	Lessons   DigestLessons      `json:"lessons"` // those of the suggestions that are lessons
	Problems  []Reason           `json:"problems"`
	HookTimes []inspect.HookTime `json:"hook_times"`     // slowest first
	Cards     index.CardCounts   `json:"cards"`          // now, of this workspace
	Study     bool               `json:"study_proposed"` // a study of the items is proposed
}

// DigestFlow is the way from prompts to use. Prompts are about + short + commands + unknown;
// those about something are answered + not_told + nothing + failed. Suggestions are
// used_same_turn + used_within + late + ignored + open.
type DigestFlow struct {
	Prompts      int        `json:"prompts"`
	About        int        `json:"about"`     // about something
	Short        int        `json:"short"`     // about nothing in particular, as in "thanks": too short to be, or the gate found it so
	Commands     int        `json:"commands"`  // that call a command
	Unknown      int        `json:"unknown"`   // nothing is known: the hook was killed, or an earlier version stored it
	Answered     int        `json:"answered"`  // with a suggestion
	NotTold      int        `json:"not_told"`  // what was chosen had been told before, or was withheld
	Nothing      int        `json:"nothing"`   // nothing fitted
	Failed       int        `json:"failed"`    // time ran out, or the ruleset failed
	Suggested    int        `json:"suggested"` // items
	Elsewhere    int        `json:"elsewhere"` // of the suggestions, those told at no prompt of the period: where a session starts, or a tool uses a file
	UsedSameTurn int        `json:"used_same_turn"`
	UsedWithin   int        `json:"used_within"` // 3 prompts after
	Late         int        `json:"late"`        // invoked after that
	Ignored      int        `json:"ignored"`
	Open         int        `json:"open"`        // they may still be used
	Used         stats.Rate `json:"used"`        // in the same turn or within 3 prompts, of all that are not open, with its 95 % interval
	TokensSaid   int        `json:"tokens_said"` // estimate: a quarter of the characters
}

// DigestDay is one day of a period.
type DigestDay struct {
	Date      string `json:"date"` // as in 2026-03-01
	Prompts   int    `json:"prompts"`
	About     int    `json:"about"`     // as in DigestFlow
	Answered  int    `json:"answered"`  // as there
	Suggested int    `json:"suggested"` // items, on that day; what came of them may be of another
	Used      int    `json:"used"`
	Late      int    `json:"late"`
	Ignored   int    `json:"ignored"`
	Open      int    `json:"open"`
}

// DigestBand are suggestions of about the same similarity, by their wording. Those without a
// similarity, such as what the settings ask for, are in none.
type DigestBand struct {
	From     float64         `json:"from"` // similarity
	To       float64         `json:"to"`   // not included, but for 1
	Wordings []DigestWording `json:"wordings"`
}

// DigestWording is one manner of saying.
type DigestWording struct {
	Manner string     `json:"manner" jsonschema:"enum=firm,enum=soft,enum=beside"`
	Told   int        `json:"told"`
	Used   stats.Rate `json:"used"` // within 3 prompts, of all that are not open, with its 95 % interval
}

// DigestAnswers are the times of this program's own answers to prompts: from the event's
// coming to the answer, without the start of a process.
type DigestAnswers struct {
	Count       int           `json:"count"`
	MedianMS    float64       `json:"median_ms"`
	P95MS       float64       `json:"p95_ms"`
	LongestMS   float64       `json:"longest_ms"`
	DeadlineMS  int           `json:"deadline_ms"`  // of the settings now
	Within      int           `json:"within"`       // answers that took no longer
	Late        int           `json:"late"`         // prompts without an answer as time ran out, which Count leaves out
	LateModel   int           `json:"late_model"`   // answers by words alone as time ran out
	LateRuleset int           `json:"late_ruleset"` // answers by the scores at hand as time ran out
	Bins        []DigestBin   `json:"bins"`         // thirty of the same width, up to the deadline
	Beyond      DigestBinSize `json:"beyond"`       // longer than the deadline
}

// DigestBin counts answers by their time.
type DigestBin struct {
	FromMS float64 `json:"from_ms"`
	ToMS   float64 `json:"to_ms"` // included
	DigestBinSize
}

// DigestBinSize counts answers by the tier that they reached.
type DigestBinSize struct {
	Lexical int `json:"lexical"`
	Model   int `json:"model"`
}

// DigestListed are the skills and commands that this workspace has.
type DigestListed struct {
	Items     int `json:"items"`
	Suggested int `json:"suggested"` // of them, those ever suggested in any workspace
}

// DigestWorth is something that is worth a look.
type DigestWorth struct {
	Level   string    `json:"level" jsonschema:"enum=error,enum=warning,enum=note"`
	Refs    []abi.Ref `json:"refs"` // the items that it is about
	Text    string    `json:"text"`
	Command string    `json:"command"` // that says more; empty: the items are of other workspaces, which the text names
}

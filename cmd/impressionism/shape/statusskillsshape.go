package shape

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ledger"
	"github.com/ed-irl/impressionism/host/stats"
)

// LedgerImport is what `ledger import --json` prints.
type LedgerImport = ledger.Report

// StatusSkills is what `status --skills --json` prints.
type StatusSkills struct {
	Workspace string          `json:"workspace,omitempty"` // absent: all
	Days      int             `json:"days,omitempty"`      // of the last so many; absent: all that is known
	Total     LedgerCounts    `json:"total"`               // of all items
	Items     []LedgerItem    `json:"items"`               // most useful first, of the 1,000 that were suggested most
	Wordings  []LedgerWording `json:"wordings"`            // over all items, most suggested first
}

// LedgerItem is what became of one item's suggestions in one workspace.
type LedgerItem struct {
	Workspace  string          `json:"workspace"`
	Ref        abi.Ref         `json:"ref"`
	Usefulness float64         `json:"usefulness"` // smoothed share of suggestions that were used, a verdict as three of them
	Mend       bool            `json:"mend"`       // suggested often and never used: its description promises something else
	Wordings   []LedgerWording `json:"wordings"`
	LedgerCounts
}

// LedgerWording is the part that was told in the same words.
type LedgerWording struct {
	Wording string `json:"wording"` // firm, soft or beside, and a hash of the templates; empty where it was not kept
	LedgerCounts
}

// LedgerCounts are of suggestions.
type LedgerCounts struct {
	Suggested     int        `json:"suggested"`
	Invoked       int        `json:"invoked"` // within 3 prompts
	ByUser        int        `json:"by_user"` // of those invoked: called by name
	Late          int        `json:"late"`    // invoked after that
	Ignored       int        `json:"ignored"`
	Open          int        `json:"open"` // they may still be invoked in time
	Good          int        `json:"good"` // verdicts of the user
	Bad           int        `json:"bad"`
	Used          stats.Rate `json:"used"`           // invoked, of all that are not open, with its 95 % interval
	TokensSaid    int        `json:"tokens_said"`    // estimate: a quarter of the characters
	TokensCarried int        `json:"tokens_carried"` // the same once for each later prompt that brought them along: at least
	LastTold      *time.Time `json:"last_told,omitempty"`
}

// SuggestionOutcome is one suggestion of an item and what became of it.
type SuggestionOutcome struct {
	Ref        abi.Ref    `json:"ref"`
	Wording    string     `json:"wording"`              // as in LedgerWording
	Similarity *float64   `json:"similarity,omitempty"` // 0–1; absent: the search had not found it
	Became     string     `json:"became" jsonschema:"enum=used,enum=late,enum=ignored,enum=open"`
	After      int        `json:"after_prompts"`                                  // between telling and invoking; 0: in the same turn, or not invoked
	By         string     `json:"by,omitempty" jsonschema:"enum=model,enum=user"` // who invoked it
	UsedAt     *time.Time `json:"used_at,omitempty"`
	Verdict    string     `json:"verdict,omitempty" jsonschema:"enum=good,enum=bad"` // of the user on the item in this session
	Tokens     int        `json:"tokens"`                                            // estimate: a quarter of the characters
}

// Feedback is what the user said of an item in a session.
type Feedback struct {
	Ref      abi.Ref   `json:"ref"`
	Verdict  string    `json:"verdict" jsonschema:"enum=good,enum=bad"`
	Decision int64     `json:"decision,omitempty"` // that told it last before
	Wording  string    `json:"wording,omitempty"`  // in which it was told then
	At       time.Time `json:"at"`
}

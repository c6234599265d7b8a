package shape

import (
	"time"

	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/client/transcript"
)

// RulesBacktest is what `rules backtest --json` prints.
type RulesBacktest struct {
	Past        BacktestPast `json:"past"`
	Tier        string       `json:"tier"`        // "model" where it took part in a decision, else "lexical"
	Interrupted bool         `json:"interrupted"` // by the user: the report tells of what was done until then
	Seconds     float64      `json:"seconds"`
	Notes       []string     `json:"notes"`
	backtest.Report
}

// BacktestPast is where the prompts came from.
type BacktestPast struct {
	From       string             `json:"from"` // "transcripts" or "sessions"
	Path       string             `json:"path"`
	Sessions   int                `json:"sessions"`   // transcripts, or sessions of state.db, that there are
	Played     int                `json:"played"`     // of them
	LastAt     time.Time          `json:"last_at"`    // when the last of them was touched
	Lines      int                `json:"lines"`      // of transcripts
	Bytes      int64              `json:"bytes"`      // of transcripts
	Subagents  int                `json:"subagents"`  // their transcripts, which are left out
	Unreadable int                `json:"unreadable"` // files
	Skipped    transcript.Skipped `json:"skipped"`    // parts of transcripts, by reason
}

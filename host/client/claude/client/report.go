package client

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ed-irl/impressionism/host/cut"
)

// Report is the client's report of a run.
type Report struct {
	Session string
	Model   string   // that it asked
	Skills  []string // that the model called the Skill tool with, in order
	Answers int      // of the model
	USD     float64  // by the client's own account
	Ended   string   // why, in the client's word; empty: it never said
	Failure string   // what the client says went wrong between it and the model, or empty
}

// Words of the client for how a run ended that are no failures.
const (
	endedDone    = "completed"
	endedAnswers = "max_turns"
)

// Limits of what is read: a run of a few answers reports tens of kilobytes.
const (
	lineBytesMax   = 16 << 20
	reportBytesMax = 64 << 20
)

// line is what matters of one line of the client's report.
type line struct {
	Type    string  `json:"type"`
	Session string  `json:"session_id"`
	Model   string  `json:"model"`
	Parent  *string `json:"parent_tool_use_id"` // set inside a subagent
	Message struct {
		ID      string          `json:"id"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Result  string  `json:"result"`
	Subtype string  `json:"subtype"`
	IsError bool    `json:"is_error"`
	USD     float64 `json:"total_cost_usd"`
	Ended   string  `json:"terminal_reason"`
}

// Decode reads a report to its end. Lines that it does not know are passed over.
func Decode(r io.Reader) (Report, error) {
	d := decoder{answers: map[string]bool{}}
	limited := &io.LimitedReader{R: r, N: reportBytesMax}
	lines := bufio.NewScanner(limited)
	lines.Buffer(make([]byte, 64<<10), lineBytesMax)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) == nil {
			d.add(l)
		}
	}
	d.report.Answers = len(d.answers)
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return d.report, fmt.Errorf("a line is longer than %d MiB", lineBytesMax>>20)
	} else if err != nil {
		return d.report, err
	}
	if limited.N == 0 {
		return d.report, fmt.Errorf("it is longer than %d MiB", reportBytesMax>>20)
	}
	return d.report, nil
}

type decoder struct {
	report  Report
	answers map[string]bool // by the ids of messages: one may come in parts
}

func (d *decoder) add(l line) {
	if d.report.Session == "" {
		d.report.Session = l.Session
	}
	switch l.Type {
	case "system":
		if l.Subtype == "init" {
			d.report.Model = l.Model
		}
	case "assistant":
		if l.Parent == nil {
			d.answers[l.Message.ID] = true
			d.report.Skills = append(d.report.Skills, skillCalls(l.Message.Content)...)
		}
	case "result":
		d.report.USD = max(l.USD, 0)
		if d.report.Ended = l.Ended; l.Ended == "" {
			d.report.Ended = l.Subtype // older clients say no more
		}
		if d.report.Failure = ""; l.IsError && !slices.Contains([]string{endedDone, endedAnswers}, l.Ended) {
			d.report.Failure = cmp.Or(cut.Runes(l.Result, failureCharsMax), d.report.Ended)
		}
	}
}

// skillCalls returns the ids that an answer calls the Skill tool with.
func skillCalls(content json.RawMessage) []string {
	var blocks []struct {
		Type  string `json:"type"`
		Name  string `json:"name"`
		Input struct {
			Skill string `json:"skill"`
		} `json:"input"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	var ids []string
	for _, block := range blocks {
		if block.Type == "tool_use" && block.Name == "Skill" && block.Input.Skill != "" {
			ids = append(ids, block.Input.Skill)
		}
	}
	return ids
}

// failureCharsMax of the API's words are told.
const failureCharsMax = 300

package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// FileFormat is the version of a trace file. It counts up when a reader of the
// previous one would misunderstand it.
const FileFormat = 1

// FileBytesMax bounds a trace file: the traces, the rulesets' bundles as base64,
// and what the host made of the decision.
const FileBytesMax = 3*BytesMax + 24<<20 + 2<<20

// failedMax bounds the failures in a trace file: each active ruleset, its last good
// version and the default may have been asked.
const failedMax = 2*(alsoMax+1) + 1

// File is one decision with all that is needed to take it again elsewhere.
type File struct {
	Format  int             `json:"impressionism_trace"`
	Version string          `json:"version"` // of the program that wrote it
	Made    Made            `json:"made"`
	Budgets abi.Budgets     `json:"budgets"`
	Trace   Trace           `json:"trace"`
	Ruleset json.RawMessage `json:"ruleset,omitempty"` // the bundle of the version that decided; absent where it is not kept
	Failed  []Failure       `json:"failed,omitempty"`  // who was asked before, in that order

	Also []json.RawMessage `json:"also_rulesets,omitempty"` // bundles of the trace's further rulesets, null where one is not kept
}

// Failure is a ruleset that was asked and lost its say.
type Failure struct {
	Trace   Trace           `json:"trace"`
	Ruleset json.RawMessage `json:"ruleset,omitempty"` // its bundle; absent where it is not kept
}

// Of returns the file of one of the failures, as if it were the decision.
func (f File) Of(failure Failure) File {
	f.Trace, f.Ruleset, f.Failed, f.Also = failure.Trace, failure.Ruleset, nil, nil
	return f
}

// Parts returns, for each ruleset that decided, the file as if that ruleset had decided
// alone.
func (f File) Parts() []File {
	var parts []File
	for i, t := range f.Trace.Parts() {
		part := Failure{Trace: t, Ruleset: f.Ruleset}
		if i > 0 {
			part.Ruleset = nil
			if i <= len(f.Also) && string(f.Also[i-1]) != "null" {
				part.Ruleset = f.Also[i-1]
			}
		}
		parts = append(parts, f.Of(part))
	}
	return parts
}

// Made is what the host made of a decision.
type Made struct {
	ID        int64              `json:"id"` // 0: it was not stored
	Session   string             `json:"session"`
	Workspace string             `json:"workspace"`
	At        time.Time          `json:"at"`
	Event     string             `json:"event"`
	Ruleset   string             `json:"ruleset"` // that answered; empty: nobody
	Hash      string             `json:"ruleset_hash"`
	Tier      string             `json:"tier"`
	Neutral   bool               `json:"neutral"`
	Answer    json.RawMessage    `json:"answer,omitempty"` // with what the host withdrew by itself
	Scores    json.RawMessage    `json:"scores,omitempty"`
	Told      []abi.Ref          `json:"told"`
	Said      string             `json:"said"` // to the model
	Dropped   []Note             `json:"dropped"`
	Fault     string             `json:"fault,omitempty"` // why the active ruleset lost its say
	Late      []string           `json:"late,omitempty"`  // what time ran out for: "model", "ruleset"; then words alone, or the scores at hand, answered
	StepsMS   map[string]float64 `json:"steps_ms"`
}

// Redacted returns the file with all its texts redacted but those of the bundles, requests
// and replies alike: a ruleset that asks for what it was told finds the answer.
func (f File) Redacted(redact func(string) string) (File, error) {
	f.Failed = slices.Clone(f.Failed)
	err := errors.Join(redactTexts(&f.Made, redact), redactTexts(&f.Trace, redact))
	for i := range f.Failed {
		err = errors.Join(err, redactTexts(&f.Failed[i].Trace, redact))
	}
	if err != nil {
		return File{}, fmt.Errorf("redact trace file: %w", err)
	}
	return f, nil
}

// redactTexts redacts the texts of a value's JSON, whose other bytes stay.
func redactTexts[T any](value *T, redact func(string) string) error {
	data, err := encodeAsIs(*value)
	if err != nil {
		return err
	}
	var out []byte
	written, from := 0, 0
	for decoder := json.NewDecoder(bytes.NewReader(data)); ; from = int(decoder.InputOffset()) {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		text, _ := token.(string)
		redacted := redact(text)
		if redacted == text {
			continue
		}
		quoted, err := encodeAsIs(redacted)
		if err != nil {
			return err
		}
		out = append(append(out, data[written:from+bytes.IndexByte(data[from:], '"')]...), quoted...)
		written = int(decoder.InputOffset())
	}
	if written == 0 {
		return nil
	}
	var changed T
	err = json.Unmarshal(append(out, data[written:]...), &changed)
	*value = changed
	return err
}

// encodeAsIs encodes JSON without escaping what only HTML needs escaped.
func encodeAsIs(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// EncodeFile writes a trace file.
func EncodeFile(f File) ([]byte, error) {
	f.Format = FileFormat
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(f); err != nil {
		return nil, fmt.Errorf("encode trace file: %w", err)
	}
	if out.Len() > FileBytesMax {
		return nil, fmt.Errorf("encode trace file: %d bytes are more than %d", out.Len(), FileBytesMax)
	}
	return out.Bytes(), nil
}

// DecodeFile reads what EncodeFile wrote, strictly: it may come from anybody.
// The ruleset in it is left to engine.Unbundle.
func DecodeFile(data []byte) (File, error) {
	if len(data) > FileBytesMax {
		return File{}, fmt.Errorf("read trace file: %d bytes are more than %d", len(data), FileBytesMax)
	}
	var head struct {
		Format int `json:"impressionism_trace"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return File{}, fmt.Errorf("read trace file: %w", err)
	}
	switch {
	case head.Format == 0:
		return File{}, errors.New("read trace file: it has no \"impressionism_trace\": write one with: impressionism trace export ID")
	case head.Format != FileFormat:
		return File{}, fmt.Errorf("read trace file: format %d; this program reads %d: use the version that wrote it, or a later one", head.Format, FileFormat)
	}
	var f File
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return File{}, fmt.Errorf("read trace file: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return File{}, errors.New("read trace file: there is more than one JSON value")
	}
	if err := f.check(); err != nil {
		return File{}, fmt.Errorf("read trace file: %w", err)
	}
	f.Budgets = bounded(f.Budgets)
	f.Trace.Decision = compact(f.Trace.Decision) // somebody may have laid it out for reading
	for i := range f.Trace.Also {
		f.Trace.Also[i].Decision = compact(f.Trace.Also[i].Decision)
	}
	for i := range f.Failed {
		f.Failed[i].Trace.Decision = compact(f.Failed[i].Trace.Decision)
	}
	return f, nil
}

func (f File) check() error {
	if len(f.Failed) > failedMax {
		return fmt.Errorf("it has %d failures; at most %d are read", len(f.Failed), failedMax)
	}
	for i, failure := range f.Failed {
		if err := failure.Trace.check(); err != nil {
			return fmt.Errorf("failure %d: %w", i+1, err)
		}
	}
	if f.Trace.ABI == 0 && len(f.Failed) > 0 {
		return nil // nobody answered
	}
	if len(f.Trace.Also) > alsoMax || len(f.Also) > alsoMax {
		return fmt.Errorf("it has %d further rulesets; at most %d are read", max(len(f.Trace.Also), len(f.Also)), alsoMax)
	}
	for i, part := range f.Trace.Also {
		if err := part.check(); err != nil {
			return fmt.Errorf("ruleset %d: %w", i+2, err)
		}
		if len(part.Also) > 0 {
			return fmt.Errorf("ruleset %d: it has further rulesets itself", i+2)
		}
	}
	return f.Trace.check()
}

func (t Trace) check() error {
	switch {
	case t.ABI < 1 || t.ABI > abi.Version:
		return fmt.Errorf("abi %d is not served by this host (1 to %d)", t.ABI, abi.Version)
	case t.Ruleset == "" || t.Context.HookEvent == "":
		return errors.New("its trace names no ruleset or no event")
	}
	var decision struct {
		Activate   []abi.Entry `json:"activate"`
		Deactivate []abi.Entry `json:"deactivate"`
	}
	if err := json.Unmarshal(t.Decision, &decision); err != nil {
		return fmt.Errorf("its decision: %w", err)
	}
	for i, call := range t.Calls {
		var reply abi.Reply
		if call.Reply == nil {
			continue
		}
		if err := json.Unmarshal(call.Reply, &reply); err != nil {
			return fmt.Errorf("the reply to call %d (%.40s): %w", i+1, call.Call, err)
		}
	}
	return nil
}

// budgetShareMax is how many times the defaults a stranger's file may ask for.
const budgetShareMax = 10

// bounded returns budgets that may be granted to a file from anybody: the default
// where it has none, at most ten times that.
func bounded(b abi.Budgets) abi.Budgets {
	d := abi.DefaultBudgets()
	within := func(asked *int, usual int) {
		if *asked <= 0 {
			*asked = usual
		}
		*asked = min(*asked, budgetShareMax*usual)
	}
	for _, number := range []struct {
		asked *int64
		usual int64
	}{{&b.Fuel, d.Fuel}, {&b.MemoryBytes, d.MemoryBytes}} {
		if *number.asked <= 0 {
			*number.asked = number.usual
		}
		*number.asked = min(*number.asked, budgetShareMax*number.usual)
	}
	within(&b.ContextBytes, d.ContextBytes)
	within(&b.AnswerBytes, d.AnswerBytes)
	within(&b.HostCalls, d.HostCalls)
	within(&b.Results, d.Results)
	within(&b.TextBytes, d.TextBytes)
	within(&b.LogLines, d.LogLines)
	within(&b.LogLineBytes, d.LogLineBytes)
	within(&b.SourceBytes, d.SourceBytes)
	b.Depth = d.Depth // each level is an instance of its own
	return b
}

package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/decide"
)

// errLate says that a deadline passed: the machine was too slow for this run,
// and its answer is poorer than it should be, or absent.
var errLate = errors.New("late")

// lateMarks are what the program says on stderr where it was late: no answer in
// time, no model in time, no time left for the ruleset.
var lateMarks = []string{
	"impressionism: " + decide.ProblemDeadline + ":",
	"impressionism: " + decide.ProblemLate + ":",
	": " + string(abi.Limit) + ": time: ",
}

// withoutNotes is what a run printed on stderr besides advice.
func withoutNotes(errOut []byte) []byte {
	var rest []byte
	for line := range bytes.Lines(errOut) {
		if !bytes.HasPrefix(line, []byte("impressionism: note:")) {
			rest = append(rest, line...)
		}
	}
	return rest
}

// undisturbed holds of every run: it ended well and complained of nothing.
func undisturbed(o outcome) error {
	switch {
	case o.reading.TimedOut:
		return fmt.Errorf("it did not end within %v", processLimit)
	case o.reading.Exit != 0:
		return fmt.Errorf("it ended with %d: %.300s", o.reading.Exit, o.errOut)
	}
	for _, mark := range lateMarks {
		if bytes.Contains(o.errOut, []byte(mark)) {
			return fmt.Errorf("%w: %.200s", errLate, bytes.TrimSpace(o.errOut))
		}
	}
	if complaint := withoutNotes(o.errOut); len(complaint) > 0 {
		return fmt.Errorf("it complained: %.300s", o.errOut)
	}
	return nil
}

// nothing is the answer of a hook that has nothing to say.
func nothing(o outcome) error {
	if err := undisturbed(o); err != nil {
		return err
	}
	if len(o.out) > 0 {
		return fmt.Errorf("it should have been silent and said: %.300s", o.out)
	}
	return nil
}

// suggests is the answer of a hook that suggests an item.
func suggests(id string) func(outcome) error {
	return func(o outcome) error {
		if err := undisturbed(o); err != nil {
			return err
		}
		var answer struct {
			HookSpecificOutput struct {
				AdditionalContext string
			}
		}
		if len(o.out) > 0 {
			if err := json.Unmarshal(o.out, &answer); err != nil {
				return fmt.Errorf("read the answer %.300q: %w", o.out, err)
			}
		}
		if !strings.Contains(answer.HookSpecificOutput.AdditionalContext, id) {
			return fmt.Errorf("it should have suggested %s and said: %.300q", id, o.out)
		}
		return nil
	}
}

// indexed is the report of an index run: so many files new or unchanged, and
// texts embedded or not.
func indexed(added, unchanged int, embeds bool) func(outcome) error {
	return func(o outcome) error {
		if err := undisturbed(o); err != nil {
			return err
		}
		var report shape.Index
		if err := json.Unmarshal(o.out, &report); err != nil {
			return fmt.Errorf("read the report %.300q: %w", o.out, err)
		}
		switch {
		case report.Added != added || report.Unchanged != unchanged:
			return fmt.Errorf("%d new and %d unchanged instead of %d and %d", report.Added, report.Unchanged, added, unchanged)
		case report.Waiting > 0 || embeds && report.Pending > 0:
			return fmt.Errorf("%d files and %d texts were left for later", report.Waiting, report.Pending)
		case embeds != (report.Embedded > 0):
			return fmt.Errorf("%d texts were embedded", report.Embedded)
		}
		return nil
	}
}

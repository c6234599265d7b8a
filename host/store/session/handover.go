package session

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Handover is an event with what became of it, which a process could not store in its
// time. The next one does.
type Handover struct {
	Event    abi.Event `json:"event"` // as much of it as the policy keeps
	Change   Change    `json:"change"`
	Decision *Decision `json:"decision,omitempty"` // nil: there was no answer
	Outcome  string    `json:"outcome,omitempty"`  // of a prompt without a decision
	Reason   string    `json:"reason,omitempty"`
}

// Limits of handovers. An event beyond them is not handed over, and its answer is not
// printed.
const (
	HandoverBytesMax = 64 << 10
	handoversMax     = 64 // waiting at a time
)

const handoverSuffix = ".json"

// HandOver writes a handover to a folder of its own, which is made where it is absent.
// The name must be that of no other one; names are taken in by their order.
func (p Policy) HandOver(folder, name string, h Handover) error {
	row, _ := p.message(h.Event)
	event := h.Event
	event.Prompt, event.Message, event.ToolInput = "", "", ""
	switch event.Name {
	case abi.EventPrompt:
		event.Prompt = row.preview
	case abi.EventTurnEnded:
		event.Message = row.preview
	case abi.EventToolUsed:
		event.ToolInput = row.preview
	}
	h.Event = event
	data, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("hand over event: %w", err)
	}
	if len(data) > HandoverBytesMax {
		return fmt.Errorf("hand over event: it has %d bytes, at most %d are kept", len(data), HandoverBytesMax)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("hand over event: %w", err)
	}
	if names, err := handovers(folder); err != nil || len(names) >= handoversMax {
		return errors.Join(fmt.Errorf("hand over event: %d wait", len(names)), err)
	}
	if err := atomicfile.WriteFast(filepath.Join(folder, name+handoverSuffix), data, 0o600); err != nil {
		return fmt.Errorf("hand over event: %w", err)
	}
	return nil
}

// handovers returns the names of what waits in a folder, in order.
func handovers(folder string) ([]string, error) {
	entries, err := foreign.ReadDir(folder, 4*handoversMax)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if errors.Is(err, foreign.ErrTooLarge) {
		err = nil // the others are taken when these are gone
	}
	var names []string
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), handoverSuffix) && entry.Type().IsRegular() {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names)
	return names, err
}

// TakeIn stores what waits in a folder and removes it there, until more reports that
// there is no time for another one. What is stored already, or cannot be read, is
// removed only; the error tells of the latter.
func (s *Store) TakeIn(folder string, policy Policy, more func() bool) error {
	names, err := handovers(folder)
	if err != nil {
		return fmt.Errorf("take in events: %w", err)
	}
	var unread []error
	for _, name := range names {
		if !more() {
			break
		}
		path := filepath.Join(folder, name)
		h, err := readHandover(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue // another process was faster
		case err != nil:
			unread = append(unread, fmt.Errorf("take in event: %w", err))
		default:
			err := s.takeIn(h, policy)
			if sqlite.IsBusy(err) || sqlite.IsFull(err) || sqlite.IsReadOnly(err) || sqlite.IsCorrupt(err) {
				return errors.Join(append(unread, err)...) // the next event tries again
			}
			if err != nil {
				unread = append(unread, err)
			}
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("take in event: %w", err)
		}
	}
	return errors.Join(unread...)
}

// takeIn stores a handover, as far as it is not: any number of processes may try.
func (s *Store) takeIn(h Handover, policy Policy) error {
	return s.write("take in event", func(tx *sql.Tx) error {
		sequence, err := sequenceOf(tx, h.Event, policy)
		if err == nil && sequence == 0 {
			var recorded Recorded
			recorded, err = record(tx, h.Event, policy, nil)
			sequence = recorded.Sequence
		}
		if err != nil || sequence == 0 {
			return err
		}
		var decided bool
		err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM decisions WHERE session_id = ? AND sequence = ?)`, h.Event.SessionID, sequence).Scan(&decided)
		if err != nil || decided {
			return err
		}
		if h.Decision != nil {
			_, err = apply(tx, h.Event.SessionID, sequence, h.Change, *h.Decision)
			return err
		}
		return setOutcome(tx, h.Event.SessionID, sequence, h.Outcome, h.Reason)
	})
}

// readHandover reads one file, which anybody may have written who may write there.
func readHandover(path string) (Handover, error) {
	data, err := foreign.Read(path, HandoverBytesMax)
	if err != nil {
		return Handover{}, err
	}
	return decodeHandover(data)
}

func decodeHandover(data []byte) (Handover, error) {
	var h Handover
	if len(data) > HandoverBytesMax {
		return h, fmt.Errorf("it has more than %d bytes", HandoverBytesMax)
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return h, err
	}
	if id := h.Event.SessionID; id == "" || len(id) > SessionIDBytesMax {
		return h, fmt.Errorf("its session id has %d bytes", len(id))
	}
	if h.Decision != nil && !json.Valid(h.Decision.Answer) {
		return h, errors.New("its decision has no answer")
	}
	return h, nil
}

package session

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Handover is an event with what became of it, which a process could not store in its
// time. The next one does.
type Handover struct {
	Event    abi.Event `json:"event"`              // as much of it as the policy keeps
	Recorded bool      `json:"recorded,omitempty"` // Record has stored the event, of which there may be no message
	Change   Change    `json:"change"`
	Decision *Decision `json:"decision,omitempty"` // nil: there was no answer
	Outcome  string    `json:"outcome,omitempty"`  // of a prompt without a decision
	Reason   string    `json:"reason,omitempty"`
	Unsaid   bool      `json:"unsaid,omitempty"` // what the event stored as told was not printed, and is taken back
}

// Limits of handovers. An event beyond them is not handed over, and its answer is not
// printed.
const (
	HandoverBytesMax = 64 << 10
	handoversMax     = 64                // waiting at a time
	handoversRead    = 4 * handoversMax  // at a time: others may have been faster
	handoverFilesMax = 64 * handoversMax // looked at for them: what is unfinished lies beside them
)

// Names of files in the folder of handovers end so.
const (
	handoverSuffix   = ".json"
	unfinishedSuffix = handoverSuffix + ".*.tmp" // while it is written, see package atomicfile
)

// unfinishedAge is when nobody writes a file any more that is not whole: its process gave up or
// was killed.
const unfinishedAge = time.Minute

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
	if all, err := readHandovers(folder); err != nil || len(all.whole) >= handoversMax {
		return errors.Join(fmt.Errorf("hand over event: %d wait", len(all.whole)), err)
	}
	if err := atomicfile.WriteFast(filepath.Join(folder, name+handoverSuffix), data, 0o600); err != nil {
		return fmt.Errorf("hand over event: %w", err)
	}
	return nil
}

// handovers are the files in a folder of handovers.
type handovers struct {
	whole      []string // names, in order
	unfinished []fs.DirEntry
}

func readHandovers(folder string) (handovers, error) {
	var all handovers
	entries, err := foreign.ReadDir(folder, handoverFilesMax)
	if errors.Is(err, os.ErrNotExist) {
		return all, nil
	}
	if errors.Is(err, foreign.ErrTooLarge) {
		err = nil // the others are taken when these are gone
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		if strings.HasSuffix(entry.Name(), handoverSuffix) {
			all.whole = append(all.whole, entry.Name())
		} else if unfinished, _ := filepath.Match("*"+unfinishedSuffix, entry.Name()); unfinished {
			all.unfinished = append(all.unfinished, entry)
		}
	}
	all.whole = all.whole[:min(len(all.whole), handoversRead)]
	return all, err
}

// TakeIn stores what waits in a folder and removes it there, until more reports that
// there is no time for another one. What is stored already, cannot be read, or is unfinished
// and nobody's any more, is removed only; the error tells of what cannot be read.
func (s *Store) TakeIn(folder string, policy Policy, now time.Time, more func() bool) error {
	all, err := readHandovers(folder)
	if err != nil {
		return fmt.Errorf("take in events: %w", err)
	}
	var unread []error
	for _, name := range all.whole {
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
	return errors.Join(append(unread, all.clear(folder, now, more))...)
}

// clear removes what is unfinished and nobody's any more.
func (all handovers) clear(folder string, now time.Time, more func() bool) error {
	for _, entry := range all.unfinished {
		if !more() {
			return nil
		}
		info, err := entry.Info()
		if err != nil || now.Sub(info.ModTime()).Abs() < unfinishedAge { // also of a clock that was ahead
			continue
		}
		if err := os.Remove(filepath.Join(folder, entry.Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove an unfinished event: %w", err)
		}
	}
	return nil
}

// ForgetHandovers deletes what waits in a folder, and what is unfinished there, and reports how
// many files went.
func ForgetHandovers(folder string) (deleted int, err error) {
	for {
		all, err := readHandovers(folder)
		if err != nil {
			return deleted, fmt.Errorf("forget events: %w", err)
		}
		for _, entry := range all.unfinished {
			all.whole = append(all.whole, entry.Name())
		}
		if len(all.whole) == 0 {
			return deleted, nil
		}
		for _, name := range all.whole {
			if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return deleted, fmt.Errorf("forget events: %w", err)
			}
			deleted++
		}
	}
}

// takeIn stores a handover, as far as it is not: any number of processes may try.
func (s *Store) takeIn(h Handover, policy Policy) error {
	policy = policy.ahead(h.Event)
	return s.write("take in event", func(tx *sql.Tx) error {
		if h.Unsaid {
			return takeBackAll(tx, h.Event)
		}
		sequence, err := sequenceOf(tx, h.Event, policy)
		if err != nil {
			return err
		}
		if decided, err := isDecided(tx, h, sequence); err != nil || decided {
			return err
		}
		if sequence == 0 && !h.Recorded {
			recorded, err := record(tx, h.Event, policy, nil, true)
			if err != nil {
				return err
			}
			sequence = recorded.Sequence
		}
		switch {
		case h.Decision != nil:
			_, err = apply(tx, h.Event.SessionID, sequence, h.Change, *h.Decision)
		case sequence > 0:
			err = setOutcome(tx, h.Event.SessionID, sequence, h.Outcome, h.Reason)
		}
		return err
	})
}

// isDecided reports whether a decision on an event is stored; of one without a message, whether
// the one handed over is.
func isDecided(tx *sql.Tx, h Handover, sequence int64) (decided bool, err error) {
	switch {
	case sequence > 0:
		err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM decisions WHERE session_id = ? AND sequence = ?)`, h.Event.SessionID, sequence).Scan(&decided)
	case h.Decision != nil:
		err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM decisions WHERE session_id = ? AND decided_at = ? AND event_type = ?)`,
			h.Event.SessionID, h.Decision.At.UnixMilli(), h.Decision.Event).Scan(&decided)
	}
	return decided, err
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

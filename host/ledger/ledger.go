// Package ledger finds in the client's transcripts which suggestions led to an
// invocation that no hook reported: hooks were off or failed for a while. It reads
// suggestions from the store and stores nothing but invocations.
package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Report is what came of an import.
type Report struct {
	Files       int      `json:"files"`       // transcripts that there are
	Elsewhere   int      `json:"elsewhere"`   // of sessions in which no suggestion waits for its invocation
	Unchanged   int      `json:"unchanged"`   // since they were read last
	Read        int      `json:"read"`        // the rest, but for those unreadable
	Unreadable  int      `json:"unreadable"`  // the first reasons are in Notes
	Found       int      `json:"found"`       // invocations of suggested items that no hook told of
	Items       []Found  `json:"items"`       // most found first
	Interrupted bool     `json:"interrupted"` // by the user: what was read until then is kept
	Notes       []string `json:"notes"`
}

// Found counts the invocations that were found of one item.
type Found struct {
	Ref    abi.Ref `json:"ref"`
	Count  int     `json:"count"`
	ByUser int     `json:"by_user"` // of them: the user called it by its name
}

// notesMax bounds the reasons that are told.
const notesMax = 5

// Import reads the transcripts that changed since the last time and stores what
// it finds, file by file; used returns the items that an event may take up, as
// catalog.Kinds.Taken does. Reading one again changes nothing. It ends early, and says so,
// when the context does; an error is the store's.
func Import(ctx context.Context, store *session.Store, transcripts client.Transcripts, files []transcript.File, used func(abi.Event) []abi.Ref, progress func(done, all int)) (Report, error) {
	report := Report{Files: len(files), Items: []Found{}, Notes: []string{}}
	open, err := store.OpenSessions()
	if err != nil {
		return report, err
	}
	known, err := store.Transcripts()
	if err != nil {
		return report, err
	}
	for i, file := range files {
		progress(i, len(files))
		id := transcripts.Session(file.Path)
		read, seen := known[file.Path]
		switch {
		case !open[id]:
			report.Elsewhere++
			continue
		case seen && read.Bytes == file.Size && read.ModifiedAt.Equal(file.ModTime.Truncate(time.Millisecond)):
			report.Unchanged++
			continue
		}
		read = session.Transcript{Path: file.Path, SessionID: id, Bytes: file.Size, ModifiedAt: file.ModTime, Position: read.Position}
		err := report.add(ctx, store, transcripts, read, used)
		if errors.Is(err, context.Canceled) {
			report.Interrupted = true
			break
		}
		if err != nil {
			return report, err
		}
	}
	progress(len(files), len(files))
	slices.SortStableFunc(report.Items, func(a, b Found) int { return b.Count - a.Count })
	return report, nil
}

// add reads one transcript and stores what it tells.
func (r *Report) add(ctx context.Context, store *session.Store, transcripts client.Transcripts, read session.Transcript, used func(abi.Event) []abi.Ref) error {
	suggestions, err := store.Suggestions(read.SessionID)
	if err != nil {
		return err
	}
	w := &walk{session: read.SessionID, used: used, suggestions: suggestions, open: transcripts.Open}
	position, err := w.read(ctx, read.Path, positionOf(read.Position))
	if errors.Is(err, context.Canceled) {
		return err
	}
	if err != nil {
		if r.Unreadable++; len(r.Notes) < notesMax {
			r.Notes = append(r.Notes, err.Error())
		}
		return nil
	}
	if read.Position, err = json.Marshal(position); err != nil {
		return err
	}
	added, err := store.AddInvocations(read, w.found)
	if err != nil {
		return err
	}
	r.Read++
	if int(added) == len(w.found) { // no hook was faster
		r.count(w)
	}
	r.Found += int(added)
	return nil
}

func (r *Report) count(w *walk) {
	for _, found := range w.found {
		at := slices.IndexFunc(w.suggestions, func(g session.Suggested) bool { return g.Row == found.Suggestion })
		key := w.suggestions[at].Ref
		item := slices.IndexFunc(r.Items, func(f Found) bool { return f.Ref == key })
		if item < 0 {
			item, r.Items = len(r.Items), append(r.Items, Found{Ref: key})
		}
		r.Items[item].Count++
		if found.ByUser {
			r.Items[item].ByUser++
		}
	}
}

// positionOf reads a stored position; one that makes no sense is the beginning.
func positionOf(stored json.RawMessage) transcript.Position {
	var position transcript.Position
	if json.Unmarshal(stored, &position) != nil {
		return transcript.Position{}
	}
	return position
}

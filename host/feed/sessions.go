package feed

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/host/store/session"
)

// readSessions returns which sessions began, ended, went on, were switched off or on, or lost
// their context, and before them whether any were forgotten.
func (r *reader) readSessions(store *session.Store) (changes []Change, err error) {
	ids := r.sessionsRead()
	found, err := inChunks(ids, store.FollowSessions, pageRows)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	var touched []session.FollowedSession
	anew := false
	for _, s := range found {
		there[s.SessionID] = true
		if was, met := r.sessions[s.SessionID]; met && s != was.FollowedSession {
			touched = append(touched, s)
			anew = anew || !s.StartedAt.Equal(was.StartedAt) // it was forgotten, and began again
		}
	}
	if anew || len(there) < len(ids) {
		changes = append(changes, Change{Kind: KindMissed, At: r.now().UTC()})
	}
	maps.DeleteFunc(r.sessions, func(id string, _ known) bool { return !there[id] })
	r.decisions.keep(there)
	r.messages.keep(there)
	went, err := r.update(store, touched)
	if changes = append(changes, went...); err != nil {
		return changes, err
	}
	begun, err := r.newSessions(store)
	return append(changes, begun...), err
}

// sessionsRead are the sessions that are known, and those of rows that are.
func (r *reader) sessionsRead() []string {
	read := map[string]bool{}
	for id := range r.sessions {
		read[id] = true
	}
	for _, table := range []cursor{r.decisions, r.messages} {
		for _, row := range table.known {
			read[row.SessionID] = true
		}
	}
	return slices.Sorted(maps.Keys(read))
}

// known is a session as it was seen last.
type known struct {
	session.FollowedSession
	forgotten int // suggestions that its context lost
}

// update returns what is different about sessions, and keeps their state.
func (r *reader) update(store *session.Store, touched []session.FollowedSession) (changes []Change, err error) {
	ids := make([]string, 0, len(touched))
	for _, s := range touched {
		ids = append(ids, s.SessionID)
	}
	forgotten := map[string]int{}
	for chunk := range slices.Chunk(ids, chunkRows) {
		some, err := store.Forgotten(chunk)
		if err != nil {
			return nil, err
		}
		maps.Copy(forgotten, some)
	}
	for _, s := range touched {
		changes = append(changes, r.sessionChanges(known{s, forgotten[s.SessionID]})...)
	}
	return changes, nil
}

// newSessions returns the sessions that began since the last look: of many, as in another
// file, the newest. A Forget may have numbered the rows anew, from 1.
func (r *reader) newSessions(store *session.Store) (changes []Change, err error) {
	last, err := store.LastSessionRow()
	if err != nil {
		return nil, err
	}
	begun, err := store.SessionsAfter(max(min(r.sessionRow, last), last-freshRows), freshRows)
	if err != nil {
		return nil, err
	}
	if changes, err = r.update(store, begun); err != nil {
		return nil, err
	}
	r.sessionRow = last
	r.forgetSessions()
	return changes, nil
}

// meet makes the sessions of changes known that are in use again, and returns them as changes.
func (r *reader) meet(store *session.Store, all []placed) (changes []Change, err error) {
	var ids []string
	for _, one := range all {
		if _, met := r.sessions[one.Session]; !met {
			ids = append(ids, one.Session)
		}
	}
	slices.Sort(ids)
	found, err := inChunks(slices.Compact(ids), store.FollowSessions, pageRows)
	if err == nil {
		changes, err = r.update(store, found)
	}
	r.forgetSessions()
	return changes, err
}

// sessionChanges returns what is different about a session, and keeps its state.
func (r *reader) sessionChanges(s known) (changes []Change) {
	was, met := r.sessions[s.SessionID]
	r.sessions[s.SessionID] = s
	if met && s.forgotten > was.forgotten {
		changes = append(changes, Change{
			Kind: KindCompaction, At: s.LastActive, Session: s.SessionID, Workspace: s.Workspace, Prompt: s.Prompts, Forgotten: s.forgotten - was.forgotten,
		})
	}
	if !met || was.Ended != s.Ended || was.Silent != s.Silent || was.Workspace != s.Workspace {
		changes = append(changes, ofSession(s.FollowedSession))
	}
	return changes
}

// forgetSessions keeps those that were touched last.
func (r *reader) forgetSessions() {
	if len(r.sessions) <= 2*sessionsMax {
		return
	}
	all := make([]known, 0, len(r.sessions))
	for _, s := range r.sessions {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b known) int {
		return cmp.Or(a.LastActive.Compare(b.LastActive), cmp.Compare(a.SessionID, b.SessionID))
	})
	for _, s := range all[:len(all)-sessionsMax] {
		delete(r.sessions, s.SessionID)
	}
}

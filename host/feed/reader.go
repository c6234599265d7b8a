package feed

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Limits of what is looked at again in each look.
const (
	sessionsMax    = 64  // that were touched last
	suggestionsMax = 128 // that were told last
	waitingMax     = 256 // prompts of which nothing is known yet
	chunkRows      = 32  // whole decisions read at a time: one has up to 1 MiB
	faultsMax      = 16  // that decisions told last
)

// waitingFor is how long a prompt may have no outcome before it is reported without one: its
// hook was killed.
const waitingFor = time.Minute

// reader knows what was read of state.db, and finds what changed since. One look at a time
// uses it.
type reader struct {
	now     func() time.Time
	begun   bool // Open has looked: what is found from now on is new
	founded bool // there was a file to read
	broken  bool // there was a file when the feed was opened, and it could not be read
	version int64

	decisions   cursor
	messages    cursor
	sessionRow  int64
	sessions    map[string]known
	suggestions map[int64]session.FollowedSuggestion
	waiting     map[int64]time.Time // when a prompt without outcome was found, by its message
	log         *logfile.Follower   // nil: none is read
	faults      []string            // of rulesets, that decisions told last: the log says them again
}

func newReader(options Options) reader {
	r := reader{now: options.Now, version: -1, waiting: map[int64]time.Time{}}
	r.decisions.begin(nil)
	r.messages.begin(nil)
	r.sessions = map[string]known{}
	r.suggestions = map[int64]session.FollowedSuggestion{}
	if options.Log != "" {
		r.log = logfile.Follow(options.Log)
	}
	return r
}

// failed notes that a look failed: the next one reads whatever the file's version is. there
// tells that there is a file with something in it.
func (r *reader) failed(there bool) {
	r.version = -1
	if !r.begun && there {
		r.broken = true
	}
}

// read returns what changed. opened tells that the file may be another one than before.
func (r *reader) read(store *session.Store, opened bool) ([]Change, error) {
	if opened {
		if err := r.found(store); err != nil {
			return nil, err
		}
	}
	version, err := store.DataVersion()
	if err != nil || version == r.version && !opened && len(r.waiting) == 0 {
		return nil, err
	}
	changes, err := r.all(store)
	if err == nil {
		r.version = version
	}
	return changes, err
}

// found finds the place in a file to read on from. What lies in a file that was there when
// the feed was opened is not new.
func (r *reader) found(store *session.Store) error {
	decisions, err := store.LastRows(session.FollowDecisions, knownRows)
	if err != nil {
		return err
	}
	messages, err := store.LastRows(session.FollowMessages, knownRows)
	if err != nil {
		return err
	}
	old := !r.begun || r.broken
	switch {
	case r.founded || !old:
		r.decisions.resume(decisions)
		r.messages.resume(messages)
	default:
		r.decisions.begin(decisions)
		r.messages.begin(messages)
		if err := r.foundOpen(store, idsOf(messages[:min(len(messages), windowRows)])); err != nil {
			return err
		}
	}
	r.founded, r.broken = true, false
	return nil
}

// foundOpen takes the sessions and suggestions as known that are there, and has prompts wait
// that are being decided on.
func (r *reader) foundOpen(store *session.Store, newest []int64) error {
	sessions, err := store.SessionsSince(time.Time{}, sessionsMax)
	if err != nil {
		return err
	}
	if _, err := r.update(store, sessions); err != nil {
		return err
	}
	suggestions, err := store.LastSuggestions(suggestionsMax)
	if err != nil {
		return err
	}
	for _, g := range suggestions {
		r.suggestions[g.ID] = g
	}
	messages, err := store.FollowMessages(newest)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if m.Event == abi.EventPrompt && m.Outcome == "" && m.Last {
			r.undecided(m)
		}
	}
	r.sessionRow, err = store.LastSessionRow()
	return err
}

// all reads all that may have changed, page by page.
func (r *reader) all(store *session.Store) (changes []Change, err error) {
	if changes, err = r.readSessions(store); err != nil {
		return changes, err
	}
	for full := true; full; {
		var page []Change
		page, full, err = r.page(store)
		changes = append(changes, page...)
		if err != nil {
			return changes, err
		}
	}
	outcomes, err := r.readOutcomes(store)
	return append(changes, outcomes...), err
}

// placed is a change with the message that it belongs to, by which changes are ordered.
type placed struct {
	Change
	message int64
}

// page reads one page of new decisions and messages; full: there may be more. Rows count as
// read once everything was read that belongs to them.
func (r *reader) page(store *session.Store) (changes []Change, full bool, err error) {
	messages, err := rowsOf(store, &r.messages, session.FollowMessages)
	if err != nil {
		return nil, false, err
	}
	decisions, err := rowsOf(store, &r.decisions, session.FollowDecisions)
	if err != nil {
		return nil, false, err
	}
	newMessages, lostMessages := r.messages.compare(messages)
	newDecisions, lostDecisions := r.decisions.compare(decisions)
	all, err := r.readDecisions(store, newDecisions)
	if err != nil {
		return nil, false, err
	}
	said, err := r.readMessages(store, newMessages)
	if err != nil {
		return nil, false, err
	}
	all = append(said, all...)
	if changes, err = r.meet(store, all); err != nil {
		return changes, false, err
	}
	r.messages.advance(messages, lostMessages)
	r.decisions.advance(decisions, lostDecisions)
	for _, row := range lostDecisions {
		changes = append(changes, Change{Kind: KindOutcome, At: time.UnixMilli(row.At).UTC(), Session: row.SessionID, Decision: row.ID, Came: CameGone})
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.message, b.message) })
	for _, one := range all {
		changes = append(changes, one.Change)
	}
	return changes, len(messages) == pageMax || len(decisions) == pageMax, nil
}

// pageMax is how many rows a page has at most.
const pageMax = windowRows + pageRows

// rowsOf returns a page of the rows behind the place where a table was read.
func rowsOf(store *session.Store, c *cursor, table string) ([]session.Row, error) {
	rows, err := store.RowsAfter(table, c.from(), pageMax)
	if err != nil || !c.lost(rows) {
		return rows, err
	}
	last, err := store.LastRows(table, knownRows)
	if err != nil {
		return nil, err
	}
	c.resume(last)
	return store.RowsAfter(table, c.from(), pageMax)
}

// readMessages returns the turns and the prompts without a decision among new messages, and
// what became of prompts that waited.
func (r *reader) readMessages(store *session.Store, ids []int64) (all []placed, err error) {
	for id := range r.waiting {
		ids = append(ids, id)
	}
	messages, err := inChunks(ids, store.FollowMessages, pageRows)
	if err != nil {
		return nil, err
	}
	there := map[int64]bool{}
	for _, m := range messages {
		there[m.ID] = true
		if m.Event == abi.EventTurnEnded || m.Event == abi.EventPrompt && r.undecided(m) {
			all = append(all, placed{ofMessage(m), m.ID})
		}
	}
	for id := range r.waiting {
		if !there[id] {
			delete(r.waiting, id)
		}
	}
	return all, nil
}

// undecided reports whether a prompt is to be reported without a decision. One of which
// nothing is known waits, but not for ever.
func (r *reader) undecided(m session.FollowedMessage) bool {
	since, waits := r.waiting[m.ID]
	switch {
	case m.Decided:
		delete(r.waiting, m.ID)
		return false
	case m.Outcome == "" && m.Last && !waits && len(r.waiting) < waitingMax:
		r.waiting[m.ID] = r.now()
		return false
	case m.Outcome == "" && m.Last && waits:
		if waited := r.now().Sub(since); waited >= 0 && waited < waitingFor {
			return false
		}
	}
	delete(r.waiting, m.ID)
	return true
}

// readDecisions returns new decisions, each with the fault of a ruleset behind it.
func (r *reader) readDecisions(store *session.Store, ids []int64) (all []placed, err error) {
	decisions, err := inChunks(ids, readable(store), chunkRows)
	if err != nil {
		return nil, err
	}
	place := int64(0)
	for _, d := range decisions {
		if d.MessageID > 0 {
			place = d.MessageID
		}
		all = append(all, placed{ofDecision(d), place})
		if fault, failed := ofFault(d); failed {
			all = append(all, placed{fault, place})
			r.faults = append(r.faults[max(0, len(r.faults)-faultsMax+1):], d.Fault.Error())
		}
		for _, g := range d.Suggestions {
			r.suggestions[g.ID] = g
		}
	}
	r.forgetSuggestions()
	return all, nil
}

// forgetSuggestions keeps the newest.
func (r *reader) forgetSuggestions() {
	if len(r.suggestions) <= 2*suggestionsMax {
		return
	}
	ids := make([]int64, 0, len(r.suggestions))
	for id := range r.suggestions {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids[:len(ids)-suggestionsMax] {
		delete(r.suggestions, id)
	}
}

// readOutcomes returns what came of suggestions that is another thing than before.
func (r *reader) readOutcomes(store *session.Store) (changes []Change, err error) {
	ids := make([]int64, 0, len(r.suggestions))
	for id := range r.suggestions {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	found, err := inChunks(ids, store.FollowSuggestions, pageRows)
	if err != nil {
		return nil, err
	}
	there := map[int64]bool{}
	for _, g := range found {
		was := r.suggestions[g.ID]
		if was.DecisionID != g.DecisionID || was.SessionID != g.SessionID || was.Ref != g.Ref {
			continue // the id was given to another one, which its decision brings
		}
		there[g.ID] = true
		if cameOf(g) != cameOf(was) || g.Verdict != was.Verdict {
			changes = append(changes, ofSuggestion(g))
		}
		r.suggestions[g.ID] = g
	}
	for _, id := range ids {
		if !there[id] {
			delete(r.suggestions, id)
		}
	}
	return changes, nil
}

// inChunks asks for so many rows at a time, so that no read takes long, and rests in between.
// Where reads are quick it asks for more, up to pageRows.
func inChunks[K, V any](ids []K, ask func([]K) ([]V, error), many int) (all []V, err error) {
	took := time.Duration(0)
	for least := many; len(ids) > 0; {
		time.Sleep(min(took, restMax))
		chunk := ids[:min(many, len(ids))]
		began := time.Now()
		found, err := ask(chunk)
		if err != nil {
			return nil, err
		}
		all, took, ids = append(all, found...), time.Since(began), ids[len(chunk):]
		switch {
		case took < quickRead:
			many = min(4*many, pageRows)
		case took > 4*quickRead:
			many = max(many/2, least)
		}
	}
	return all, nil
}

// quickRead is a tenth of what a read may take.
const quickRead = 5 * time.Millisecond

// Rests of who reads: the log cannot be emptied while anybody does.
const (
	restRatio = 2 // times as long as a look took
	restMax   = time.Second
)

// readable returns what asks a store for decisions, without those that cannot be read: one
// damaged row must not hide all that come after it.
func readable(store *session.Store) func(ids []int64) ([]session.FollowedDecision, error) {
	return func(ids []int64) ([]session.FollowedDecision, error) {
		all, err := store.FollowDecisions(ids)
		if !session.IsUnreadable(err) {
			return all, err
		}
		all = nil
		for _, id := range ids {
			one, err := store.FollowDecisions([]int64{id})
			if err != nil && !session.IsUnreadable(err) {
				return nil, err
			}
			all = append(all, one...)
		}
		return all, nil
	}
}

// readLog returns the warnings and errors that were logged. What keeps the log from being
// read is no fault of an event.
func (r *reader) readLog() []logfile.Line {
	if r.log == nil {
		return nil
	}
	lines, err := r.log.Read()
	if err != nil || !r.begun {
		return nil
	}
	return lines
}

// logged returns the faults that were logged, without those that decisions told.
func (r *reader) logged(lines []logfile.Line) (changes []Change) {
	for _, line := range lines {
		if line.Code == codeRuleset && r.told(line.Message) {
			continue
		}
		changes = append(changes, Change{Kind: KindFault, At: line.At, Code: line.Code, Reason: line.Message})
	}
	return changes
}

// codeRuleset is the code by which hooks log that a ruleset lost its say.
const codeRuleset = "ruleset"

// told reports whether a decision told what was logged of a ruleset, as "id: fault", which may
// have been cut.
func (r *reader) told(message string) bool {
	_, fault, _ := strings.Cut(message, ": ")
	return fault != "" && slices.ContainsFunc(r.faults, func(told string) bool { return strings.HasPrefix(told, fault) })
}

// recent returns rows as they stand at a time.
func recent(store *session.Store, sessionID string, limit int, now time.Time) ([]Change, error) {
	decisions, err := store.RecentRows(session.FollowDecisions, sessionID, limit)
	if err != nil {
		return nil, err
	}
	made, err := inChunks(idsOf(decisions), readable(store), chunkRows)
	if err != nil {
		return nil, err
	}
	rows, err := store.RecentRows(session.FollowMessages, sessionID, limit)
	if err != nil {
		return nil, err
	}
	messages, err := inChunks(idsOf(rows), store.FollowMessages, pageRows)
	if err != nil {
		return nil, err
	}
	var all []placed
	for _, m := range messages {
		waits := m.Outcome == "" && m.Last && now.Sub(m.At) < waitingFor
		if m.Event == abi.EventTurnEnded || m.Event == abi.EventPrompt && !m.Decided && !waits {
			all = append(all, placed{ofMessage(m), m.ID})
		}
	}
	place := int64(0)
	for _, d := range made {
		if d.MessageID > 0 {
			place = d.MessageID
		}
		all = append(all, placed{ofDecision(d), place})
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.message, b.message) })
	changes := make([]Change, 0, len(all))
	for _, one := range all[max(len(all)-limit, 0):] {
		changes = append(changes, one.Change)
	}
	return changes, nil
}

// idsOf returns the ids of rows, the lowest first.
func idsOf(rows []session.Row) []int64 {
	ids := make([]int64, 0, len(rows))
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	slices.Sort(ids)
	return ids
}

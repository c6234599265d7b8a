package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
)

// askedPrompt is a prompt with what is known of how it was answered.
type askedPrompt struct {
	text    string
	session string // empty: it was given
	later   bool   // it was not the first of its session
	beside  string // how it is asked, where a session could answer otherwise
	notes   []string
}

// storedPrompt gives the last prompt of a session that calls no command; of the
// newest session without one.
func (a *app) storedPrompt(sessionID string, entry catalog.Entry) (askedPrompt, error) {
	nothing := errors.New("no prompt is stored; give one, as in: impressionism why-not " + shellQuoted(entry.ID) + " \"what you asked\"")
	if !exists(a.paths.StateDB) {
		return askedPrompt{}, nothing
	}
	sessions, err := a.open(a.workspaceOf(""))
	if err != nil {
		return askedPrompt{}, err
	}
	defer sessions.Close()
	events, err := a.whyEvents(sessions, sessionID, session.RowsMax)
	if err != nil {
		return askedPrompt{}, err
	}
	for _, e := range events {
		if e.event != abi.EventPrompt || strings.TrimSpace(e.text) == "" || e.outcome == session.OutcomeCommand {
			continue
		}
		asked := askedPrompt{text: e.text, session: e.session, later: e.number > 1, notes: storedNotes(e, entry)}
		if utf8.RuneCountInString(e.text) >= a.loaded.Logging.PreviewChars {
			asked.notes = append(asked.notes, fmt.Sprintf("only the first %d characters of the prompt were stored (logging.preview_chars)", a.loaded.Logging.PreviewChars))
		}
		return asked, nil
	}
	if sessionID != "" {
		return askedPrompt{}, fmt.Errorf("session %s has no stored prompt; see: impressionism why", sessionID)
	}
	return askedPrompt{}, nothing
}

// besideSession says how a prompt is asked where its session, or that in which it would be
// asked now, could answer otherwise: items are active there, or others were told.
func (a *app) besideSession(store *session.Store, asked *askedPrompt, entry catalog.Entry) error {
	if asked.session != "" {
		if asked.later {
			asked.beside = "as a session's first prompt: nothing active, nothing told before"
		}
		return nil
	}
	id := a.sessionID()
	if id == "" {
		newest, err := store.Newest(a.workspaceOf(""))
		if errors.Is(err, session.ErrNoSession) {
			return nil
		}
		if err != nil {
			return err
		}
		id = newest.SessionID
	}
	events, err := a.whyEvents(store, id, session.RowsMax)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(events, func(e whyEvent) bool { return e.event == abi.EventPrompt && e.text == asked.text }); at >= 0 {
		asked.notes = append(asked.notes, storedNotes(events[at], entry)...)
	}
	active, err := store.Active(id)
	if err != nil || len(active) == 0 {
		return err
	}
	var names []string
	for _, item := range active {
		names = append(names, item.Ref.ID)
	}
	asked.beside = "as a session's first prompt (active now: " + strings.Join(names, ", ") + ")"
	return nil
}

// touchedIn are the files that the session touched whose prompt is meant; none where a
// prompt is given, which is asked as the first one of a session.
func (a *app) touchedIn(workspace, sessionID, prompt string) ([]string, error) {
	if prompt != "" || !exists(a.paths.StateDB) {
		return nil, nil
	}
	sessions, err := a.open(workspace)
	if err != nil {
		return nil, err
	}
	defer sessions.Close()
	if sessionID == "" {
		newest, err := sessions.Newest(workspace)
		if err != nil {
			return nil, nil //nolint:nilerr // there is no session yet, as asking for its prompt tells
		}
		sessionID = newest.SessionID
	}
	return respond.Touched(sessions, sessionID, workspace)
}

const noteSuggested = "it was suggested for this prompt"

// storedNotes tell how the prompt was really answered, where the session made a
// difference.
func storedNotes(e whyEvent, entry catalog.Entry) []string {
	if e.made == nil {
		return []string{"when it was asked: " + e.became()}
	}
	if toldWord(*e.made, entry.Ref()) == "suggested" {
		return []string{noteSuggested}
	}
	for _, dropped := range e.made.Dropped {
		if dropped.Ref == entry.Ref() {
			return []string{"it was chosen for this prompt and not told: " + dropped.Why}
		}
	}
	if e.chose(entry.Ref()) {
		return []string{"it was chosen for this prompt and had been told before in this session; an item is told once, until the session is compacted or cleared"}
	}
	if score, ok := scoreOf(e.scores(), entry.Ref()); ok && score.Behind != nil {
		return []string{"when it was asked: " + behindWords(*score.Behind)}
	}
	return nil
}

package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/session"
)

// askedPrompt is a prompt with what is known of how it was answered.
type askedPrompt struct {
	text    string
	session string // empty: it was given
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
		asked := askedPrompt{text: e.text, session: e.session, notes: []string{"when it was asked: " + e.became()}}
		if e.made != nil {
			asked.notes = storedNotes(*e.made, e.answer, entry)
		}
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
	return host.Touched(sessions, sessionID, workspace)
}

// storedNotes tell how the prompt was really answered, where the session made a
// difference.
func storedNotes(m session.Made, answer abi.Decision, entry catalog.Entry) []string {
	if toldWord(m, entry.ID) == "suggested" {
		return []string{"it was suggested for this prompt"}
	}
	for _, dropped := range m.Dropped {
		if dropped.ID == entry.ID {
			return []string{"it was chosen for this prompt and not told: " + dropped.Why}
		}
	}
	for _, chosen := range answer.Activate {
		if chosen.SkillID == entry.ID {
			return []string{"it was chosen for this prompt and had been told before in this session; an item is told once, until the session is compacted or cleared"}
		}
	}
	return nil
}

package main

import (
	"errors"
	"os"

	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// keptTurn is what one event at a time has for itself: open databases.
type keptTurn struct {
	*kept
	sessions  *session.Store
	stateMark sqlite.Mark
	index     *index.Index // opened when first needed
	indexMark sqlite.Mark
	once      bool // a file came while it was opened: it may be another one's by now
}

func (t *keptTurn) open() error {
	before, _ := os.Stat(t.stateDB) // an absent file is made
	sessions, err := session.Open(t.stateDB, session.Options{Kept: true})
	if err != nil {
		return err
	}
	if t.stateMark, err = sessions.Mark(); err != nil {
		return errors.Join(err, sessions.Close())
	}
	t.sessions, t.once = sessions, !t.stateMark.IsOf(before)
	return nil
}

// isCurrent reports whether the open files are those that lie at their paths, with
// the schema that this program knows.
func (t *keptTurn) isCurrent() bool {
	mark, err := t.sessions.Mark()
	if err != nil || !mark.Same(t.stateMark) {
		return false
	}
	if t.index == nil {
		return true
	}
	mark, err = t.index.Mark()
	return err == nil && mark.Same(t.indexMark)
}

// lend has events answered with what this turn keeps.
func (t *keptTurn) lend(h *respond.Responder, a *app) {
	h.OpenIndex = t.openIndex
	h.Model = t.model.model(a)
	h.Passages = nil // embedded when nobody waits
}

func (t *keptTurn) openIndex() (*index.Index, error) {
	if t.index != nil {
		return t.index, nil
	}
	before, _ := os.Stat(t.indexDB)
	x, err := index.OpenKept(t.indexDB)
	if err != nil {
		return nil, err
	}
	if t.indexMark, err = x.Mark(); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	t.index = x
	t.once = t.once || !t.indexMark.IsOf(before)
	return x, nil
}

func (t *keptTurn) close() error {
	var err error
	if t.sessions != nil {
		err = t.sessions.Close()
	}
	if t.index != nil {
		err = errors.Join(err, t.index.Close())
	}
	t.sessions, t.index = nil, nil
	return err
}

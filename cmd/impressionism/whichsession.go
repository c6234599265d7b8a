package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/host/store/session"
)

const sessionFlagHelp = "session id; where absent that of the client that runs this, else the newest of this workspace"

// whichSession finds the session that a command is about: the one given, else the
// one that the client is in, else the newest of this workspace.
func (a *app) whichSession(store *session.Store, given string) (session.Past, error) {
	if id := cmp.Or(given, a.sessionID()); id != "" {
		found, err := store.Session(id)
		if errors.Is(err, session.ErrNoSession) {
			err = fmt.Errorf("no prompt of session %.60q was recorded; is the plugin on? see: impressionism status", id)
		}
		return found, failed(err)
	}
	found, err := store.Newest(a.workspaceOf(""))
	if errors.Is(err, session.ErrNoSession) {
		err = fmt.Errorf("no session in %s was recorded yet; name one with --session ID", a.workspaceOf(""))
	}
	return found, failed(err)
}

// withSession opens state.db for what a person does with one session.
func (a *app) withSession(given string, do func(*session.Store, session.Past) error) error {
	if err := a.ready(); err != nil {
		return err
	}
	if !exists(a.paths.StateDB) {
		return failed(fmt.Errorf("no session was recorded yet: %s does not exist", a.paths.StateDB))
	}
	store, err := a.open(a.workspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	of, err := a.whichSession(store, given)
	if err != nil {
		return err
	}
	return do(store, of)
}

package explain

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/store/session"
)

// SessionFlagHelp says which session a command is about.
const SessionFlagHelp = "session id; where absent that of the client that runs this, else the newest of this workspace"

// UsualSession is the session that a command is about where none is given.
func UsualSession(e *env.Env, store *session.Store) (session.Past, error) {
	return whichSession(e, store, "")
}

// whichSession finds the session that a command is about: the one given, else the
// one that the client is in, else the newest of this workspace.
func whichSession(e *env.Env, store *session.Store, given string) (session.Past, error) {
	if id := cmp.Or(given, e.SessionID()); id != "" {
		found, err := store.Session(id)
		if errors.Is(err, session.ErrNoSession) {
			err = fmt.Errorf("no prompt of session %.60q was recorded; is the plugin on? see: impressionism status", id)
		}
		return found, env.Failed(err)
	}
	found, err := store.Newest(e.WorkspaceOf(""))
	if errors.Is(err, session.ErrNoSession) {
		err = fmt.Errorf("no session in %s was recorded yet; name one with --session ID", e.WorkspaceOf(""))
	}
	return found, env.Failed(err)
}

// WithSession opens state.db for what a person does with one session.
func WithSession(e *env.Env, given string, do func(*session.Store, session.Past) error) error {
	if err := e.Ready(); err != nil {
		return err
	}
	return InSession(e, given, do)
}

// InSession is WithSession for whoever has read the settings.
func InSession(e *env.Env, given string, do func(*session.Store, session.Past) error) error {
	if !env.Exists(e.Paths.StateDB) {
		return env.Failed(fmt.Errorf("no session was recorded yet: %s does not exist", e.Paths.StateDB))
	}
	store, err := wire.Open(e, e.WorkspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	of, err := whichSession(e, store, given)
	if err != nil {
		return err
	}
	return do(store, of)
}

package wire

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/respond"
)

// WindowMax tokens are more than any model reads.
const WindowMax = 1_000_000_000

// IsNamed reports whether a person means an item: by its id, as the client lists it,
// or by its ref.
func IsNamed(item abi.Ref, name string) bool { return item.ID == name || item.String() == name }

// EntryNamed returns the entry that a user named, and whether there is one.
func EntryNamed(listing catalog.Listing, name string) (catalog.Entry, bool) {
	at := slices.IndexFunc(listing.Entries, func(e catalog.Entry) bool { return IsNamed(e.Ref(), name) })
	if at < 0 {
		return catalog.Entry{}, false
	}
	return listing.Entries[at], true
}

// RejectedAs reports whether a rejected file would be the item of that name, of
// which a plugin's item has the last part in its path.
func RejectedAs(r catalog.Rejection, name string) bool {
	name = name[strings.LastIndex(name, ":")+1:]
	base := filepath.Base(r.Path)
	if strings.EqualFold(base, "SKILL.md") {
		base = filepath.Base(filepath.Dir(r.Path))
	}
	return strings.TrimSuffix(base, ".md") == name
}

// TouchedIn are the files that the session touched whose prompt is meant; none where a
// prompt is given, which is asked as the first one of a session.
func TouchedIn(e *env.Env, workspace, sessionID, prompt string) ([]string, error) {
	if prompt != "" || !env.Exists(e.Paths.StateDB) {
		return nil, nil
	}
	sessions, err := Open(e, workspace)
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

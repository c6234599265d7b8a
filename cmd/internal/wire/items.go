package wire

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/respond"
)

// WindowMax tokens are more than any model reads.
const WindowMax = 1_000_000_000

// KnownKinds returns an error that names a kind which the program does not know.
func KnownKinds(e *env.Env, kinds []string) error {
	for _, kind := range kinds {
		if _, known := e.Kinds.Find(kind); !known {
			return fmt.Errorf("there is no kind %.40q; there are: %s", kind, strings.Join(e.Kinds.Names(), ", "))
		}
	}
	return nil
}

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

// IsListed reports whether the client lists the items of a kind, under one set of names:
// cards and the commands for authors are about these.
func IsListed(e *env.Env, kind string) bool { return e.Kinds.Pool(kind) == catalog.PoolListed }

// ListedKinds are the names of those kinds.
func ListedKinds(e *env.Env) []string { return e.Kinds.In(catalog.PoolListed).Names() }

// Listed returns a listing with the entries that the client lists alone, without what was
// rejected of others.
func Listed(e *env.Env, listing catalog.Listing) catalog.Listing {
	listing.Rejected = slices.DeleteFunc(slices.Clone(listing.Rejected), func(r catalog.Rejection) bool {
		shared := filepath.Join(e.Client().Places.Project, filepath.FromSlash(config.ProjectLessons))
		for _, folder := range []string{e.Paths.Tools, e.Paths.Lessons} {
			if folder != "" && strings.HasPrefix(r.Path, folder+string(filepath.Separator)) {
				return true
			}
		}
		return strings.HasSuffix(filepath.Dir(r.Path), string(filepath.Separator)+shared)
	})
	return OfKinds(listing, ListedKinds(e))
}

// Carded are the entries of a listing that may have a card: what the client lists, but for this
// program's own.
func Carded(e *env.Env, listing catalog.Listing) []catalog.Entry {
	return slices.DeleteFunc(Listed(e, listing).Entries, func(entry catalog.Entry) bool { return strings.HasPrefix(entry.ID, env.PluginName+":") })
}

// OfKinds returns a listing with the entries of some kinds alone.
func OfKinds(listing catalog.Listing, kinds []string) catalog.Listing {
	listing.Entries = slices.DeleteFunc(slices.Clone(listing.Entries), func(entry catalog.Entry) bool { return !slices.Contains(kinds, entry.Kind) })
	return listing
}

// RejectedAs reports whether a rejected file would be the item of that name, of
// which a plugin's item has the last part in its path, and a tool its server's.
func RejectedAs(r catalog.Rejection, name string) bool {
	name = name[strings.LastIndex(name, ":")+1:]
	base := filepath.Base(r.Path)
	if strings.EqualFold(base, "SKILL.md") {
		base = filepath.Base(filepath.Dir(r.Path))
	}
	if lesson.IsID(name) {
		return strings.HasPrefix(base, name+"-") || base == name+lesson.Suffix
	}
	if last, isTool := strings.CutSuffix(base, tool.Suffix); isTool {
		prefix, ends := strings.CutSuffix(name, "__"+last)
		_, server, _ := strings.Cut(prefix, "__")
		return ends && server != "" && strings.HasPrefix(bare(filepath.Base(filepath.Dir(r.Path))), bare(server)+"-")
	}
	return strings.TrimSuffix(base, ".md") == name
}

// bare is the name of a server or folder without what stands for other characters.
func bare(name string) string { return strings.ReplaceAll(name, "_", "") }

// TouchedIn are the files that the session touched whose prompt is meant; none where a
// prompt is given, which is asked as the first one of a session.
func TouchedIn(e *env.Env, workspace, sessionID, prompt string) ([]string, error) {
	if prompt != "" {
		return nil, nil
	}
	touched, _, err := touchedIn(e, workspace, sessionID)
	return touched, err
}

// touchedIn are the files that a session touched, "" for the workspace's newest, and its id.
func touchedIn(e *env.Env, workspace, sessionID string) ([]string, string, error) {
	if !env.Exists(e.Paths.StateDB) {
		return nil, sessionID, nil
	}
	sessions, err := Open(e, workspace)
	if err != nil {
		return nil, sessionID, err
	}
	defer sessions.Close()
	if sessionID == "" {
		newest, err := sessions.Newest(workspace)
		if err != nil {
			return nil, "", nil //nolint:nilerr // there is no session yet, as asking for its prompt tells
		}
		sessionID = newest.SessionID
	}
	touched, err := respond.Touched(sessions, sessionID, workspace)
	return touched, sessionID, err
}

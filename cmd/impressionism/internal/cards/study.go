package cards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/cardjudge"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/store/cards"
)

// What an item has.
const (
	hasOwn     = "own"     // a card of the user's
	hasBegun   = "begun"   // one of lines that the user added one by one; nobody wrote a whole one
	hasAuthor  = "author"  // its author's alone
	hasEarlier = "earlier" // a card for another text under its name: an earlier one, or that of another project's item
	hasNone    = "none"
)

// studied is an item with its card.
type studied struct {
	entry catalog.Entry
	item  catalog.Item
	hash  string // of its text; its card is kept under it
	has   string // one of the constants
	card  card.Card
	fault error // why the file of its card is none
}

func (s studied) ref() abi.Ref { return s.entry.Ref() }

// short is the beginning of the hash, which names the text well enough.
func (s studied) short() string { return s.hash[:min(len(s.hash), hashChars)] }

const hashChars = 12

// needs reports whether a card is to be written.
func (s studied) needs() bool {
	return s.has == hasNone || s.has == hasEarlier || s.has == hasBegun
}

// study is the catalog of a workspace as cards are written for it.
type study struct {
	env       *env.Env
	workspace string
	folder    cards.Folder
	items     []studied
	stored    []cards.Stored // all in the folder, as they were when it was opened
	edited    bool           // a person had the whole card before them: what is not handed in goes
	spares    bool           // a whole card that is there stays
}

// open reads the items of the workspace that the client lists and the model may be told of,
// and their cards.
func open(e *env.Env) (*study, error) {
	if err := e.Ready(); err != nil {
		return nil, err
	}
	s := &study{env: e, workspace: e.WorkspaceOf(""), folder: wire.Cards(e)}
	var err error
	if s.stored, err = s.folder.List(); err != nil {
		return nil, env.Failed(err)
	}
	earlier := map[abi.Ref]bool{}
	for _, stored := range s.stored {
		earlier[stored.Ref] = true
	}
	for _, entry := range wire.Carded(e, wire.ListWhole(context.Background(), e, s.workspace)) {
		item, content, rejection, err := e.Kinds.Load(entry)
		if err != nil || rejection != nil || isHidden(item) {
			continue // told by: impressionism skills lint
		}
		s.items = append(s.items, s.look(entry, item, content, earlier[entry.Ref()]))
	}
	return s, nil
}

// find finds the item that a person names.
func (s *study) find(name string) (studied, error) {
	var found []studied
	for _, item := range s.items {
		if wire.IsNamed(item.ref(), name) {
			found = append(found, item)
		}
	}
	if len(found) == 0 {
		if _, _, _, err := cardItem(s.env, name); err != nil {
			return studied{}, err
		}
		return studied{}, env.Failed(fmt.Errorf("%s is of this plugin, which needs no card", name))
	}
	if len(found) > 1 {
		return studied{}, fmt.Errorf("several items are called %q; name one as %s", name, found[0].ref())
	}
	return found[0], nil
}

// isHidden reports an item that the model is never told of.
func isHidden(item catalog.Item) bool { return item.Hidden != "" && !catalog.Waits(item.Hidden) }

func (s *study) look(entry catalog.Entry, item catalog.Item, content string, earlier bool) studied {
	found := studied{entry: entry, item: item, hash: s.folder.Name(cmp.Or(item.TextHash, content)), has: hasNone}
	own, err := s.folder.Get(found.hash)
	switch {
	case err == nil:
		found.has, found.card = hasOwn, own
		if slices.ContainsFunc(s.stored, func(kept cards.Stored) bool { return kept.Hash == found.hash && kept.Begun }) {
			found.has = hasBegun
		}
		return found
	case !errors.Is(err, fs.ErrNotExist):
		found.fault = err
	}
	switch {
	case item.Card != nil:
		found.has, found.card = hasAuthor, *item.Card
	case earlier:
		found.has = hasEarlier
	}
	return found
}

// open items are those that need a card, each text once.
func (s *study) left() []studied {
	var left []studied
	seen := map[string]bool{}
	for _, item := range s.items {
		if item.needs() && !seen[item.hash] {
			seen[item.hash] = true
			left = append(left, item)
		}
	}
	return left
}

// leftNow counts the items that need a card, after some were kept.
func (s *study) leftNow() int {
	whole := map[string]bool{}
	kept, err := s.folder.List()
	if err != nil {
		return len(s.left())
	}
	for _, stored := range kept {
		whole[stored.Hash] = stored.Fault == nil && !stored.Begun
	}
	return len(slices.DeleteFunc(s.left(), func(item studied) bool { return whole[item.hash] }))
}

// languages are those of the user's prompts besides English, as far as they are stored.
func (s *study) languages() []string {
	if !env.Exists(s.env.Paths.StateDB) {
		return nil
	}
	store, err := wire.Open(s.env, s.workspace)
	if err != nil {
		return nil // asks in English are of use, too
	}
	defer store.Close()
	texts, err := store.PromptTexts(promptsRead)
	if err != nil {
		return nil
	}
	return cardjudge.LanguagesOf(texts)
}

// promptsRead is how many stored prompts tell a user's languages.
const promptsRead = 200

// cleaned is a text of others for a model: what a reader cannot see is gone, and so are
// secrets.
func cleaned(text string) string { return redact.Text(visibleText(text)) }

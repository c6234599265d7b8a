package trace

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// storeRows is how many rows a session's log gives at most, whatever was asked.
const storeRows = 1000

// tail is the end of a log: all of it, or so many of its last rows.
type tail[T any] struct {
	rows  []T
	whole bool
}

// tailOf is what asking for count rows showed. Fewer than asked for are all there
// are.
func tailOf[T any](rows []T, count, results int) tail[T] {
	return tail[T]{rows: rows, whole: len(rows) < min(count, results, storeRows)}
}

// lastOf gives the last count rows where the record has them.
func lastOf[T any](tails []tail[T], count int) ([]T, bool) {
	for _, t := range tails {
		if t.whole || count <= len(t.rows) {
			return slices.Clone(t.rows[max(0, len(t.rows)-count):]), true
		}
	}
	return nil, false
}

func (a *Archive) readMessages(q abi.CountRequest, r []abi.Message, results int) {
	a.messages = append(a.messages, tailOf(r, q.Count, results))
}

// Messages gives the last of the recorded messages, or of the log's.
func (a *Archive) Messages(r abi.CountRequest) ([]abi.Message, error) {
	if messages, ok := lastOf(a.messages, r.Count); ok {
		return messages, nil
	}
	if a.Stored.Messages != nil {
		if messages, vectors, err := a.Stored.Messages(r.Count); err == nil {
			for ref, vector := range vectors {
				a.numbers[text(abi.Embedding{Ref: ref})] = vector
			}
			return messages, nil
		}
	}
	return nil, a.lack("messages", r)
}

func (a *Archive) readToolUses(q abi.CountRequest, r []abi.ToolUse, results int) {
	a.toolUses = append(a.toolUses, tailOf(r, q.Count, results))
}

// ToolUses gives the last of the recorded tool uses, or of the log's.
func (a *Archive) ToolUses(r abi.CountRequest) ([]abi.ToolUse, error) {
	if uses, ok := lastOf(a.toolUses, r.Count); ok {
		return uses, nil
	}
	if a.Stored.ToolUses != nil {
		if uses, err := a.Stored.ToolUses(r.Count); err == nil {
			return uses, nil
		}
	}
	return nil, a.lack("tool_uses", r)
}

// kinds is a list of items of some kinds, of all where none is named.
type kinds[T any] struct {
	of   []string
	rows []T
}

// covers reports whether a list of some kinds has every item of others.
func covers(of, asked []string) bool {
	return len(of) == 0 || len(asked) > 0 && !slices.ContainsFunc(asked, func(kind string) bool { return !slices.Contains(of, kind) })
}

// ofKinds leaves out items of other kinds than those asked for.
func ofKinds[T any](rows []T, asked []string, kind func(T) string) []T {
	return slices.DeleteFunc(slices.Clone(rows), func(row T) bool { return len(asked) > 0 && !slices.Contains(asked, kind(row)) })
}

func (a *Archive) readActive(q abi.KindsRequest, r []abi.Active, results int) {
	for _, item := range r {
		a.seen(item.Item)
	}
	if len(r) < results {
		a.active = append(a.active, kinds[abi.Active]{of: q.Kinds, rows: r})
	}
}

// Active gives what was active, of these kinds.
func (a *Archive) Active(r abi.KindsRequest) ([]abi.Active, error) {
	for _, known := range a.active {
		if covers(known.of, r.Kinds) {
			return ofKinds(known.rows, r.Kinds, func(item abi.Active) string { return item.Ref.Kind }), nil
		}
	}
	return nil, a.lack("active", r)
}

// nothingActive reports whether it is recorded that nothing was.
func (a *Archive) nothingActive() bool {
	return slices.ContainsFunc(a.active, func(known kinds[abi.Active]) bool { return len(known.of) == 0 && len(known.rows) == 0 })
}

// page is a part of the catalog, of some kinds, from an offset on.
type page struct {
	kinds[abi.Item]
	offset int
	more   bool // items follow
}

func (a *Archive) readPage(q abi.PageRequest, r abi.ItemPage, _ int) {
	for _, item := range r.Items {
		a.seen(item)
	}
	if q.Offset < 0 {
		return
	}
	a.pages = append(a.pages, page{kinds: kinds[abi.Item]{of: q.Kinds, rows: r.Items}, offset: q.Offset, more: r.Truncated})
	a.catalog = a.catalog || len(q.Kinds) == 0 && q.Offset == 0 && !r.Truncated
}

// Items gives a page that lies within a recorded one.
func (a *Archive) Items(r abi.PageRequest) (abi.ItemPage, error) {
	for _, known := range a.pages {
		if got, ok := known.part(r); ok {
			return got, nil
		}
	}
	return abi.ItemPage{}, a.lack("items", r)
}

func (p page) part(r abi.PageRequest) (abi.ItemPage, bool) {
	if !sameKinds(p.of, r.Kinds) {
		if p.offset > 0 || p.more || !covers(p.of, r.Kinds) {
			return abi.ItemPage{}, false
		}
		p.rows = ofKinds(p.rows, r.Kinds, func(item abi.Item) string { return item.Ref.Kind })
	}
	end := p.offset + len(p.rows) // of what is known
	from := r.Offset
	if !p.more {
		from = min(from, end)
	}
	to := from + r.Limit
	if !p.more {
		to = min(to, end)
	}
	if from < p.offset || to > end || to < from {
		return abi.ItemPage{}, false
	}
	return abi.ItemPage{Items: slices.Clone(p.rows[from-p.offset : to-p.offset]), Truncated: p.more || to < end}, true
}

// sameKinds reports whether two lists name the same kinds.
func sameKinds(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return covers(a, b) && covers(b, a)
}

// list is what a search gave, best first.
type list struct {
	kinds[abi.Candidate]
	background string
	whole      bool // nothing follows
}

func (a *Archive) readList(key, background string, of []string, found []abi.Candidate, whole bool) {
	for _, candidate := range found {
		a.seen(candidate.Item)
	}
	a.found[key] = append(a.found[key], list{kinds: kinds[abi.Candidate]{of: of, rows: found}, background: background, whole: whole})
}

// searched is what a search looked for: a text or an embedding.
func searched(q abi.SearchRequest) string {
	if !q.Embedding.IsZero() {
		return "vector " + text(q.Embedding)
	}
	return "text " + q.Text
}

func (a *Archive) readSearch(q abi.SearchRequest, r []abi.Candidate, results int) {
	a.readList(searched(q), q.Background, q.Kinds, r, len(r) < min(q.Limit, results))
}

// Search gives the first of what a recorded search for the text gave. The
// background lifts nothing but active items, so that it makes no difference where
// nothing was active.
func (a *Archive) Search(r abi.SearchRequest) ([]abi.Candidate, error) {
	for _, known := range a.found[searched(r)] {
		if known.background != r.Background && !a.nothingActive() {
			continue
		}
		if found, ok := known.first(r.Limit, r.Kinds); ok {
			return found, nil
		}
	}
	return nil, a.lack("search", r)
}

func (l list) first(limit int, asked []string) ([]abi.Candidate, bool) {
	if !covers(l.of, asked) {
		return nil, false
	}
	rows := ofKinds(l.rows, asked, func(candidate abi.Candidate) string { return candidate.Item.Ref.Kind })
	if len(rows) < limit && !l.whole {
		return nil, false
	}
	return rows[:min(limit, len(rows))], true
}

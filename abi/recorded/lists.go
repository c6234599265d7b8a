package recorded

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

// lastOf returns the last count rows where they are known.
func lastOf[T any](tails []tail[T], count int) ([]T, bool) {
	for _, t := range tails {
		if t.whole || count <= len(t.rows) {
			return slices.Clone(t.rows[max(0, len(t.rows)-max(count, 0)):]), true
		}
	}
	return nil, false
}

// longest returns the rows of the tail that has most.
func longest[T any](tails []tail[T]) (rows []T) {
	for _, t := range tails {
		if len(t.rows) > len(rows) {
			rows = t.rows
		}
	}
	return rows
}

func (h *Host) learnMessages(q abi.CountRequest, r []abi.Message, results int) {
	h.messages = append(h.messages, tailOf(r, q.Count, results))
}

func (h *Host) lastMessages(r abi.CountRequest) ([]abi.Message, bool, error) {
	if messages, ok := lastOf(h.messages, r.Count); ok || h.Stored.Messages == nil {
		return messages, ok, nil
	}
	messages, vectors, err := h.Stored.Messages(r.Count)
	if err != nil {
		return nil, false, nil //nolint:nilerr // what cannot be read is missing
	}
	for ref, vector := range vectors {
		h.numbers[ref] = vector
	}
	return messages, true, nil
}

func (h *Host) learnToolUses(q abi.CountRequest, r []abi.ToolUse, results int) {
	h.toolUses = append(h.toolUses, tailOf(r, q.Count, results))
}

func (h *Host) lastToolUses(r abi.CountRequest) ([]abi.ToolUse, bool, error) {
	if uses, ok := lastOf(h.toolUses, r.Count); ok || h.Stored.ToolUses == nil {
		return uses, ok, nil
	}
	uses, err := h.Stored.ToolUses(r.Count)
	return uses, err == nil, nil //nolint:nilerr // what cannot be read is missing
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

func (h *Host) learnActive(q abi.KindsRequest, r []abi.Active, results int) {
	for _, item := range r {
		h.add(item.Item)
	}
	if len(r) < results {
		h.active = append(h.active, kinds[abi.Active]{of: q.Kinds, rows: r})
	}
}

func (h *Host) activeOf(r abi.KindsRequest) ([]abi.Active, bool, error) {
	for _, known := range h.active {
		if covers(known.of, r.Kinds) {
			return ofKinds(known.rows, r.Kinds, func(item abi.Active) string { return item.Ref.Kind }), true, nil
		}
	}
	return nil, false, nil
}

// nothingActive reports whether it is known that nothing of some kinds was.
func (h *Host) nothingActive(asked []string) bool {
	active, known, _ := h.activeOf(abi.KindsRequest{Kinds: asked})
	return known && len(active) == 0
}

// page is a part of the catalog, of some kinds, from an offset on.
type page struct {
	kinds[abi.Item]
	offset int
	more   bool // items follow
}

func (h *Host) learnPage(q abi.PageRequest, r abi.ItemPage, _ int) {
	for _, item := range r.Items {
		h.add(item)
	}
	if q.Offset < 0 {
		return
	}
	h.pages = append(h.pages, page{kinds: kinds[abi.Item]{of: q.Kinds, rows: r.Items}, offset: q.Offset, more: r.Truncated})
	if q.Offset == 0 && !r.Truncated {
		h.catalog = h.catalog || len(q.Kinds) == 0
		for _, kind := range q.Kinds {
			h.listed[kind] = kind != abi.KindCode // which no list has
		}
	}
}

// pageOf returns a page that lies within a known one.
func (h *Host) pageOf(r abi.PageRequest) (abi.ItemPage, bool, error) {
	for _, known := range h.pages {
		if got, ok := known.part(r); ok {
			return got, true, nil
		}
	}
	return abi.ItemPage{}, false, nil
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

package doctor

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Limits of what is worth a look.
const (
	worthMax    = 8
	unusedMax   = 4  // items that were never used, one by one
	halfFrom    = 10 // suggestions, fewer of which say little of a share
	listedFrom  = 10 // items, of fewer all may well be wanted rarely
	worthRefs   = 20 // items that one entry is about
	worthNamed  = 3  // of them, those that the text names
	rarelyShare = .5 // of the listed items, fewer of which were ever suggested
)

// ledgerItem is what became of an item's suggestions in a period, over all workspaces.
type ledgerItem struct {
	ref       abi.Ref
	in        []string // the workspaces of its suggestions, sorted
	elsewhere string   // the one of them that has it, once that was looked up; "": it is here
	shape.LedgerCounts
}

// name is an item's id, with its workspace where that is another one.
func (i ledgerItem) name() string {
	if i.elsewhere == "" {
		return i.ref.ID
	}
	return i.ref.ID + " in " + i.elsewhere
}

// command is what says more of an item; "" where no command knows it here.
func (i ledgerItem) command(e *env.Env, verb string) string {
	if i.elsewhere != "" {
		return ""
	}
	return explain.Helps(e, verb, i.ref)
}

// found says where an item is of those workspaces: "" here; false where it is in none any more.
type found func(item abi.Ref, in []string) (elsewhere string, there bool)

// worth returns what is worth a look, the worst first. An item that is gone is not; one of another
// workspace is named with that, and no command knows it here.
func worth(e *env.Env, told []session.Judged, listed shape.DigestListed, where found) []shape.DigestWorth {
	items := ledgerOf(told)
	all := unusedWorth(e, items, where)
	all = append(all, badWorth(e, items, where)...)
	all = append(all, halfWorth(e, items, where)...)
	all = append(all, rarelyWorth(listed)...)
	return append([]shape.DigestWorth{}, all[:min(len(all), worthMax)]...)
}

// ledgerOf sums up by item, the most suggested first.
func ledgerOf(told []session.Judged) []ledgerItem {
	type word struct {
		session string
		ref     abi.Ref
	}
	counts, said := map[abi.Ref]session.Counts{}, map[word]bool{}
	in := map[abi.Ref][]string{}
	for _, j := range told {
		if !slices.Contains(in[j.Ref], j.Workspace) {
			in[j.Ref] = append(in[j.Ref], j.Workspace)
		}
		c := session.Counts{Suggested: 1, Chars: j.Chars, LastTold: j.At}
		switch j.Became {
		case session.BecameUsed:
			c.Invoked = 1
		case session.BecameLate:
			c.Late = 1
		case session.BecameIgnored:
			c.Ignored = 1
		}
		if by := (word{j.SessionID, j.Ref}); j.Verdict != "" && !said[by] {
			said[by] = true
			if j.Verdict == session.Good {
				c.Good = 1
			} else {
				c.Bad = 1
			}
		}
		counts[j.Ref] = counts[j.Ref].Plus(c)
	}
	var items []ledgerItem
	for ref, c := range counts {
		items = append(items, ledgerItem{ref: ref, in: slices.Sorted(slices.Values(in[ref])), LedgerCounts: explain.LedgerCounts(c)})
	}
	slices.SortFunc(items, func(a, b ledgerItem) int { return cmp.Or(b.Suggested-a.Suggested, a.ref.Compare(b.ref)) })
	return items
}

// those yields the items of which something is true, with where they are, and without those that
// are gone. It looks for an item no sooner than it is wanted.
func those(items []ledgerItem, where found, is func(ledgerItem) bool) iter.Seq[ledgerItem] {
	return func(yield func(ledgerItem) bool) {
		for _, item := range items {
			if !is(item) {
				continue
			}
			var there bool
			if item.elsewhere, there = where(item.ref, item.in); there && !yield(item) {
				return
			}
		}
	}
}

func unusedWorth(e *env.Env, items []ledgerItem, where found) []shape.DigestWorth {
	var all []shape.DigestWorth
	for item := range those(items, where, func(i ledgerItem) bool { return explain.IsUnused(i.LedgerCounts) }) {
		text := fmt.Sprintf("%s was suggested %s and never used", item.name(), textline.Count(item.Suggested, "time", "times"))
		if item.Bad > 0 {
			text += fmt.Sprintf(", and called bad %s", textline.Count(item.Bad, "time", "times"))
		}
		all = append(all, shape.DigestWorth{
			Level: diag.Error, Refs: []abi.Ref{item.ref}, Text: text + ": its description may promise something else", Command: item.command(e, "lint"),
		})
		if len(all) == unusedMax {
			break
		}
	}
	return all
}

func badWorth(e *env.Env, items []ledgerItem, where found) []shape.DigestWorth {
	bad := slices.Collect(those(items, where, func(i ledgerItem) bool { return i.Bad > i.Good && !explain.IsUnused(i.LedgerCounts) }))
	text := "%s: you called the suggestion bad more often than good"
	return grouped(e, bad, text, text)
}

func halfWorth(e *env.Env, items []ledgerItem, where found) []shape.DigestWorth {
	half := slices.Collect(those(items, where, func(i ledgerItem) bool {
		return i.Used.Of >= halfFrom && i.Used.Share < .5 && !explain.IsUnused(i.LedgerCounts)
	}))
	least := 0
	for _, item := range half {
		if least == 0 || item.Used.Of < least {
			least = item.Used.Of
		}
	}
	cases := fmt.Sprintf(" used less than half of the times, over %d or more suggestions", least)
	return grouped(e, half, "%s is"+cases, "%s are"+cases+" each")
}

// grouped is one entry about all items, or none.
func grouped(e *env.Env, items []ledgerItem, one, many string) []shape.DigestWorth {
	if len(items) == 0 {
		return nil
	}
	var refs []abi.Ref
	var ids []string
	command := ""
	for _, item := range items {
		refs, ids = append(refs, item.ref), append(ids, item.name())
		command = cmp.Or(command, item.command(e, "probe"))
	}
	text := fmt.Sprintf(many, textline.Some(ids, worthNamed))
	if len(items) == 1 {
		text = fmt.Sprintf(one, ids[0])
	}
	return []shape.DigestWorth{{Level: diag.Warning, Refs: refs[:min(len(refs), worthRefs)], Text: text, Command: command}}
}

func rarelyWorth(listed shape.DigestListed) []shape.DigestWorth {
	if listed.Items < listedFrom || float64(listed.Suggested) >= rarelyShare*float64(listed.Items) {
		return nil
	}
	return []shape.DigestWorth{{
		Level: diag.Note, Refs: []abi.Ref{}, Command: "impressionism skills budget --plan",
		Text: fmt.Sprintf("%d of the %d skills and commands here were ever suggested", listed.Suggested, listed.Items),
	}}
}

// listedHere counts the skills and commands of this workspace's listing.
func listedHere(e *env.Env, store *session.Store, here catalog.Listing) (shape.DigestListed, error) {
	ever, err := store.EverSuggested()
	if err != nil {
		return shape.DigestListed{}, err
	}
	entries := wire.Listed(e, here).Entries
	listed := shape.DigestListed{Items: len(entries)}
	for _, entry := range entries {
		if _, found := slices.BinarySearchFunc(ever, entry.Ref(), abi.Ref.Compare); found {
			listed.Suggested++
		}
	}
	return listed, nil
}

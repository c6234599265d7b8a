package engine

import "github.com/ed-irl/impressionism/abi"

// How one decision compares with another, by its items; reasons and scores do not
// count.
const (
	Same        = "same"
	More        = "more"        // it activates what the other one does, and more
	Less        = "less"        // it activates a part of it
	Other       = "other"       // it activates something else
	Withdrawals = "withdrawals" // it activates the same and deactivates something else
)

// Compare returns how a decision compares with the one that was taken.
func Compare(decided, would abi.Decision) string {
	was, is := itemsOf(decided.Activate), itemsOf(would.Activate)
	switch kept, added := within(was, is), within(is, was); {
	case kept && added:
		gone, goes := itemsOf(decided.Deactivate), itemsOf(would.Deactivate)
		if within(gone, goes) && within(goes, gone) {
			return Same
		}
		return Withdrawals
	case kept:
		return More
	case added:
		return Less
	}
	return Other
}

func itemsOf(entries []abi.Entry) map[abi.Ref]bool {
	items := map[abi.Ref]bool{}
	for _, entry := range entries {
		items[entry.Ref] = true
	}
	return items
}

func within(part, whole map[abi.Ref]bool) bool {
	for item := range part {
		if !whole[item] {
			return false
		}
	}
	return true
}

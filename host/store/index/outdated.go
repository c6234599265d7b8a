package index

import (
	"fmt"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Outdated counts the listed files that the index has not read as they are now.
func (x *Index) Outdated(listing catalog.Listing, pools catalog.Pools) (int, error) {
	if x.db == nil {
		return 0, errClosed
	}
	known, err := (&refresh{Index: x, src: Sources{Pools: pools}}).known(listing)
	if err != nil {
		return 0, fmt.Errorf("read index: %w", err)
	}
	outdated := 0
	for _, entry := range listing.Entries {
		if f, ok := known[placeOf(entry)]; !ok || f.stat != entry.Stat {
			outdated++
		}
	}
	return outdated, nil
}

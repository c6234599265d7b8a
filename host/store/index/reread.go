package index

import (
	"context"
	"fmt"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Reread brings the rows of files that changed up to date, and embeds them. Of a
// Refresh it leaves out what takes long: items that are gone, and calibration,
// which stays as it was.
func (x *Index) Reread(ctx context.Context, listing catalog.Listing, src Sources) error {
	if x.db == nil {
		return errClosed
	}
	r := &refresh{Index: x, ctx: ctx, src: src}
	known, err := r.known(listing)
	if err != nil {
		return fmt.Errorf("read again: %w", err)
	}
	if err := r.files(listing, known); err != nil || src.Embed == nil {
		return err
	}
	if err := r.rescope(listing); err != nil {
		return fmt.Errorf("read again: %w", err)
	}
	if err := r.adoptModel(); err != nil {
		return fmt.Errorf("read again: %w", err)
	}
	return r.embedPending()
}

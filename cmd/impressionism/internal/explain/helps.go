package explain

import (
	"context"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
)

// Helps returns the command that says more of an item, to be typed at a shell: of one that the
// client lists, a verb of `skills`, except that `lint` knows skills alone.
func Helps(e *env.Env, verb string, ref abi.Ref) string {
	name := textline.ShellQuoted(ref.ID)
	switch {
	case ref.Kind == abi.KindCommand && verb == "lint":
		return "impressionism skills probe " + name
	case wire.IsListed(e, ref.Kind):
		return "impressionism skills " + verb + " " + name
	case ref.Kind == abi.KindLesson:
		return "impressionism lessons show " + name
	case ref.Kind == abi.KindTool:
		return "impressionism tools show " + name
	}
	return "impressionism status --skills --all-workspaces"
}

// Whereabouts knows in which workspaces items are now. It is not safe for concurrent use.
type Whereabouts struct {
	Here catalog.Listing // of this workspace, without what lies in folders below it

	e     *env.Env
	here  refs
	whole *catalog.Listing // of this workspace, once it was asked for
	all   map[string]refs  // by workspace
}

type refs map[abi.Ref]bool

func refsOf(listing catalog.Listing) refs {
	all := refs{}
	for _, entry := range listing.Entries {
		all[entry.Ref()] = true
	}
	return all
}

// NewWhereabouts lists this workspace, until ctx ends; each other one is listed once it is asked about.
func NewWhereabouts(ctx context.Context, e *env.Env) *Whereabouts {
	here := wire.ListUntil(ctx, e, e.WorkspaceOf(""))
	return &Whereabouts{Here: here, e: e, here: refsOf(here), all: map[string]refs{}}
}

// Whole returns Here with the items in all folders below this workspace. It walks them once.
func (w *Whereabouts) Whole(ctx context.Context) catalog.Listing {
	if w.whole == nil {
		whole := wire.Below(ctx, w.e, w.Here)
		w.whole = &whole
	}
	return *w.whole
}

// Of returns where an item is that was suggested in some workspaces: "" where commands find it, else
// the first of the workspaces that has it. Folders below a workspace are looked into for this one
// alone: to walk the trees of many takes seconds. It reports false for an item that it finds in none
// of them. A place of the code counts as there: no listing holds it.
func (w *Whereabouts) Of(ctx context.Context, item abi.Ref, workspaces []string) (elsewhere string, there bool) {
	if item.Kind == abi.KindCode || w.here[item] {
		return "", true
	}
	for _, workspace := range workspaces {
		if workspace == "" || ctx.Err() != nil {
			continue
		}
		if w.all[workspace] == nil {
			w.list(ctx, workspace)
		}
		if w.all[workspace][item] {
			return workspace, true
		}
	}
	return "", false
}

func (w *Whereabouts) list(ctx context.Context, workspace string) {
	if workspace == w.Here.Workspace {
		w.all[workspace] = refsOf(w.Whole(ctx))
		return
	}
	w.all[workspace] = refsOf(wire.ListUntil(ctx, w.e, workspace))
}

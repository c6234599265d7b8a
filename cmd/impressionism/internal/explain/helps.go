package explain

import (
	"context"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
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

// Whereabouts knows in which workspaces items are now.
type Whereabouts struct {
	e     *env.Env
	here  refs
	whole map[string]refs // by workspace
}

type refs map[abi.Ref]bool

// NewWhereabouts returns one that lists a workspace, other than this one, once it is asked about it.
func NewWhereabouts(e *env.Env) *Whereabouts {
	w := &Whereabouts{e, refs{}, map[string]refs{}}
	for _, entry := range wire.List(e, e.WorkspaceOf("")).Entries {
		w.here[entry.Ref()] = true
	}
	return w
}

// Of returns where an item is that was suggested in some workspaces: "" where commands find it, else
// the first of the workspaces that has it, in whatever folder. It reports false for one that may be
// told in none of them any more. A place of the code counts as there: no listing holds it.
func (w *Whereabouts) Of(item abi.Ref, workspaces []string) (elsewhere string, there bool) {
	if item.Kind == abi.KindCode || w.here[item] {
		return "", true
	}
	for _, workspace := range workspaces {
		if workspace == "" {
			continue
		}
		if w.whole[workspace] == nil {
			w.list(workspace)
		}
		if w.whole[workspace][item] {
			return workspace, true
		}
	}
	return "", false
}

func (w *Whereabouts) list(workspace string) {
	w.whole[workspace] = refs{}
	for _, entry := range wire.ListWhole(context.Background(), w.e, workspace).Entries {
		w.whole[workspace][entry.Ref()] = true
	}
}

package explain

import (
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

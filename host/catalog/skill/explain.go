package skill

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog/tree"
)

// nestedMax bounds how many folders of a folder without SKILL.md are looked at.
const nestedMax = 64

// explain rejects what looks like a skill to its author and not to the client:
// the file's name in another case, or a folder too deep. Other folders may lie
// there for their own reasons.
func explain(area *tree.Area, dir string) {
	looked := 0
	for _, entry := range area.ReadDir(dir) {
		path := filepath.Join(dir, entry.Name())
		if entry.Name() == fileName {
			return // already rejected with its own reason
		}
		if strings.EqualFold(entry.Name(), fileName) && !entry.IsDir() {
			area.Reject(path, "wrong-case", "the client reads SKILL.md in exactly this case; rename it")
			return
		}
		if !entry.IsDir() || looked == nestedMax {
			continue
		}
		looked++
		file := filepath.Join(path, fileName)
		if _, err := os.Lstat(file); err == nil {
			area.Reject(file, "nested", "the client looks one folder deep; move it up to "+filepath.Dir(dir))
		}
	}
}

package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// model looks at the model that is configured.
func (e *exam) model() {
	m := e.Model()
	e.saw(areaModel, m.Name+": "+m.State)
	switch m.State {
	case install.StateInstalled:
		if m.Load != nil {
			e.found("model-library", m.Dir, fmt.Sprintf("%v.", m.Load))
		}
	case install.StateMissing:
		e.found("model-missing", m.Dir, fmt.Sprintf("%s is not installed.", m.Name))
	case install.StateDamaged:
		e.found("model-damaged", m.Dir, m.Detail+".")
	default:
		e.found("model-unknown", e.Files.Config, m.Detail+".")
	}
	partial := filepath.Join(e.Files.Models, leftovers)
	if info, err := os.Stat(partial); err == nil && e.Now.Sub(info.ModTime()) > leftoversAfter {
		e.found("install-leftovers", partial, "An installation began on "+info.ModTime().Format(time.DateOnly)+" and never ended.")
	}
}

// leftovers is the folder of package install for what is not complete; after a
// day nobody works on it.
const (
	leftovers      = ".partial"
	leftoversAfter = 24 * time.Hour
)

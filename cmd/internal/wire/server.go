package wire

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// ServerPlace is where hooks and the server of this data folder meet.
func ServerPlace(e *env.Env) (serve.Place, error) {
	folders := serve.Folders{Runtime: e.Lookup("XDG_RUNTIME_DIR"), Cache: e.Paths.Cache, Temp: os.TempDir()}
	return serve.Find(folders, filepath.Dir(e.Paths.StateDB))
}

// warmVariables of the environment make answers differ, besides those of settings.
var warmVariables = []string{
	"HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME",
}

// ServerIdentity is equal where answers are: program, contract, schemas, and all
// that is not read anew for every event.
func ServerIdentity(e *env.Env) (serve.Identity, error) {
	program, err := serve.Program()
	if err != nil {
		return serve.Identity{}, fmt.Errorf("name this program: %w", err)
	}
	parts := []string{
		env.Version, program, fmt.Sprintf("abi %d, state %d, index %d", abi.Version, session.SchemaNumber(), index.SchemaNumber), e.ConfigDir,
	}
	served := e.Client()
	parts = append(parts, served.ID)
	var settings []string
	for key, value := range e.Settings {
		settings = append(settings, "--set "+key+"="+value)
	}
	for _, entry := range e.Environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, strings.TrimSuffix(config.EnvHome, "HOME")) || slices.Contains(warmVariables, name) || name == served.Variables.Home {
			settings = append(settings, entry)
		}
	}
	slices.Sort(settings)
	return serve.Identify(append(parts, settings...)...), nil
}

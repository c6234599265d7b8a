package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// warmPlace is where hooks and the server of this data folder meet.
func (a *app) warmPlace() (serve.Place, error) {
	folders := serve.Folders{Runtime: a.lookup("XDG_RUNTIME_DIR"), Cache: a.paths.Cache, Temp: os.TempDir()}
	return serve.Find(folders, filepath.Dir(a.paths.StateDB))
}

// warmVariables of the environment make answers differ, besides those of settings.
var warmVariables = []string{
	"HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME",
}

// warmIdentity is equal where answers are: program, contract, schemas, and all
// that is not read anew for every event.
func (a *app) warmIdentity() (serve.Identity, error) {
	program, err := serve.Program()
	if err != nil {
		return serve.Identity{}, fmt.Errorf("name this program: %w", err)
	}
	parts := []string{
		version, program, fmt.Sprintf("abi %d, state %d, index %d", abi.Version, session.SchemaNumber(), index.SchemaNumber), a.configDir,
	}
	served := a.client()
	parts = append(parts, served.ID)
	var settings []string
	for key, value := range a.settings {
		settings = append(settings, "--set "+key+"="+value)
	}
	for _, entry := range a.environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, strings.TrimSuffix(config.EnvHome, "HOME")) || slices.Contains(warmVariables, name) || name == served.Variables.Home {
			settings = append(settings, entry)
		}
	}
	slices.Sort(settings)
	return serve.Identify(append(parts, settings...)...), nil
}

// States of the server, for status.
const (
	warmAnswering = "answering"
	warmRefusing  = "refusing"
	warmNone      = "none"
	warmOff       = "off"
)

var warmStates = map[string]string{
	warmAnswering: "answers hooks",
	warmRefusing:  "runs, but serves another program or other settings, or is busy; hooks work alone",
	warmNone:      "none; hooks work alone",
	warmOff:       "off (warm.enabled); hooks work alone",
}

func (a *app) warmStatus() shape.Warm {
	if !a.loaded.Warm.Enabled {
		return shape.Warm{State: warmOff}
	}
	place, err := a.warmPlace()
	if err != nil {
		return shape.Warm{State: warmNone}
	}
	identity, err := a.warmIdentity()
	if err != nil {
		return shape.Warm{State: warmNone, Socket: place.Socket}
	}
	state := warmNone
	if listens, takes := place.Look(identity, a.workspaceOf("")); takes {
		state = warmAnswering
	} else if listens {
		state = warmRefusing
	}
	return shape.Warm{State: state, Socket: place.Socket}
}

// Package folders finds the folders of configuration, data and cache. It is apart from
// package config for the hook's small program, which reads no configuration.
package folders

import (
	"errors"
	"path/filepath"
	"strconv"

	"github.com/ed-irl/impressionism/host/cut"
)

// EnvPrefix begins the names of the program's own variables, and EnvHome names the one
// that puts everything into one folder.
const (
	EnvPrefix = "IMPRESSIONISM_"
	EnvHome   = EnvPrefix + "HOME"
)

const appName = "impressionism"

// Folders are absolute paths.
type Folders struct{ Config, Data, Cache string }

// Errors of Find.
var errNoHome = errors.New("find places of files: no home directory is known; set HOME or " + EnvHome)

// Find returns the folders for the variables that lookup finds, "" being unset. Relative
// folders in XDG variables are ignored, as their specification wants. The error reports
// that no home is known, or that EnvHome is relative: each folder that a prompt is sent
// from would get databases of its own.
func Find(lookup func(name string) string, goos string) (Folders, error) {
	home := lookup(EnvHome)
	if home == "" {
		return baseFolders(lookup, goos)
	}
	if !filepath.IsAbs(home) {
		return Folders{}, errors.New("find places of files: " + EnvHome + " is " + strconv.Quote(cut.Bytes(home, 200)) + ", which is relative; set it to an absolute path")
	}
	return Folders{home, home, filepath.Join(home, "cache")}, nil
}

// baseFolders follows XDG everywhere, macOS included: there too people look for a
// command's files in ~/.config. Windows has its own places.
func baseFolders(lookup func(name string) string, goos string) (Folders, error) {
	home := lookup("HOME")
	fallback := Folders{filepath.Join(home, ".config"), filepath.Join(home, ".local", "share"), filepath.Join(home, ".cache")}
	if goos == "windows" {
		home = lookup("USERPROFILE")
		roaming, local := lookup("APPDATA"), lookup("LOCALAPPDATA")
		if roaming == "" {
			roaming = filepath.Join(home, "AppData", "Roaming")
		}
		if local == "" {
			local = filepath.Join(home, "AppData", "Local")
		}
		fallback = Folders{roaming, local, local}
	}
	pick := func(variable, otherwise string) string {
		if dir := lookup(variable); filepath.IsAbs(dir) {
			return filepath.Join(dir, appName)
		}
		return filepath.Join(otherwise, appName)
	}
	found := Folders{
		pick("XDG_CONFIG_HOME", fallback.Config), pick("XDG_DATA_HOME", fallback.Data), pick("XDG_CACHE_HOME", fallback.Cache),
	}
	if goos == "windows" {
		found.Cache = filepath.Join(pick("XDG_CACHE_HOME", fallback.Cache), "cache")
	}
	if !filepath.IsAbs(found.Config) || !filepath.IsAbs(found.Data) || !filepath.IsAbs(found.Cache) {
		return Folders{}, errNoHome
	}
	return found, nil
}

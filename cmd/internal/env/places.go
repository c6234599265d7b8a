package env

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Self is this program's file, links resolved; empty where it is not known.
func Self() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

// Absolute returns folders as absolute paths, from the current folder.
func Absolute(e *Env, dirs []string) ([]string, error) {
	var all []string
	for _, dir := range dirs {
		if dir == "" {
			return nil, errors.New("--plugin-dir wants a folder, got nothing")
		}
		path := dir
		if !filepath.IsAbs(path) {
			path = filepath.Join(e.Dir, dir)
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("--plugin-dir %s is no folder", dir)
		}
		all = append(all, path)
	}
	return all, nil
}

// Handovers is the folder of events that a process could not store in its time.
func (e *Env) Handovers() string { return e.Paths.StateDB + ".unstored" }

// BesideProgram is what a release's archive has at the top, where this program
// lies in its folder bin; empty where that is not known.
func (e *Env) BesideProgram(name string) string {
	if e.Executable == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(filepath.Dir(e.Executable)), name)
}

// ClientHome is where the client keeps its files.
func (e *Env) ClientHome() string {
	return e.Client().Places.Home(e.Variable, e.UserDir())
}

// Transcripts is the folder of the client's transcripts; "" where it keeps none.
func (e *Env) Transcripts() string {
	if folder := e.Client().Transcripts.Folder; folder != nil {
		return folder(e.ClientHome())
	}
	return ""
}

// UserDir is the user's home.
func (e *Env) UserDir() string {
	if runtime.GOOS == "windows" {
		return e.Lookup("USERPROFILE")
	}
	return e.Lookup("HOME")
}

// WorkspaceOf returns the workspace of a directory: itself, made absolute.
func (e *Env) WorkspaceOf(dir string) string {
	if dir == "" {
		dir = e.Dir
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(e.Dir, dir)
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return filepath.Clean(dir)
}

package lessons

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/foreign"
)

// globsFile has what each use of a tool asks: which files lessons are about. It follows from
// what is known, and is absent where no lesson is about files.
const globsFile = "globs.json"

// globsBytesMax bounds the file, which every use of a tool on a file reads.
const globsBytesMax = 1 << 20

// Glob is a lesson that may be told, with the files that it is about.
type Glob struct {
	ID      string       `json:"id"`
	Path    string       `json:"path"`              // of the lesson's file, absolute
	Stat    catalog.Stat `json:"stat"`              // of the same, as it was looked at
	Project string       `json:"project,omitempty"` // its folder, absolute; empty: the lesson is the user's
	Paths   []string     `json:"paths"`
	Kept    bool         `json:"kept,omitempty"` // by a person
}

// Names reports whether a file, relative to a workspace and slash-separated, is one that the
// lesson is about. A project's lesson is about files of that project alone.
func (g Glob) Names(workspace, file string) bool {
	return catalog.NamesFile(g.Paths, g.Project, workspace, file)
}

// IsAsItWas reports whether the lesson's file is as it was looked at. One that is gone or changed is
// not told before it is looked at again.
func (g Glob) IsAsItWas() bool {
	info, err := os.Stat(g.Path)
	return err == nil && tree.StatOf(info) == g.Stat
}

// Globs reads which files lessons are about that may be told.
func (f Folder) Globs() ([]Glob, error) {
	path := filepath.Join(f.dir, globsFile)
	data, err := foreign.Read(path, globsBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var globs []Glob
	if err == nil {
		err = json.Unmarshal(data, &globs)
	}
	if err != nil {
		return nil, fmt.Errorf("read which files lessons are about: %s: %s; it is written again by: impressionism lessons list", path, foreign.Reason(err))
	}
	return globs, nil
}

// HasGlobs reports whether the file can be read and names each lesson's file. Else the next change
// writes it.
func (f Folder) HasGlobs() bool {
	globs, err := f.Globs()
	return err == nil && !slices.ContainsFunc(globs, func(g Glob) bool { return g.Path == "" })
}

// writeGlobs writes the file where that changes it.
func (f Folder) writeGlobs(known Known) error {
	globs := []Glob{}
	for _, file := range known.Files {
		if state, _ := known.Standing(file, false); state == Active && file.By == "" && len(file.Paths) > 0 {
			yes, said := known.Of(file.Hash)
			globs = append(globs, Glob{ID: file.ID, Path: file.Path, Stat: file.Stat, Project: file.Project, Paths: file.Paths, Kept: yes && said})
		}
	}
	path := filepath.Join(f.dir, globsFile)
	if len(globs) == 0 {
		return removed(path)
	}
	data, err := json.Marshal(globs)
	for err == nil && len(data) > globsBytesMax { // of the files seen first nothing is told at files
		globs = globs[(len(globs)+1)/2:]
		data, err = json.Marshal(globs)
	}
	if err != nil {
		return err
	}
	if before, err := foreign.Read(path, globsBytesMax); err == nil && bytes.Equal(before, data) {
		return nil
	}
	return atomicfile.WriteFile(path, data, 0o600)
}

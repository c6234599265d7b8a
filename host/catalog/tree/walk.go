package tree

import (
	"fmt"
	"path/filepath"
)

// Walk is one pass over all files of an area.
type Walk struct {
	Skip  func(rel string) bool  // leaves out a file, or a directory with all that is in it
	Visit func(path, rel string) // every other file: absolute, and slash-separated below the root
	links map[string]bool        // real paths of the links being followed
}

// Walk visits the files below the root in order of names.
func (a *Area) Walk(walk Walk) {
	walk.links = map[string]bool{}
	a.walk(walk, a.root.Dir, "", 0)
}

func (a *Area) walk(walk Walk, dir, rel string, depth int) {
	if depth > DepthMax {
		a.Reject(dir, "too-deep", fmt.Sprintf("it lies more than %d folders below %s", DepthMax, a.root.Dir))
		return
	}
	for _, entry := range a.ReadDir(dir) {
		path, below := dir+string(filepath.Separator)+entry.Name(), entry.Name()
		if rel != "" {
			below = rel + "/" + below
		}
		switch {
		case walk.Skip(below):
		case !a.IsDir(path, entry):
			walk.Visit(path, below)
		case entry.IsDir():
			a.walk(walk, path, below, depth+1)
		default:
			a.walkLink(walk, dir, path, below, depth)
		}
	}
}

// walkLink enters a linked directory unless that would go in circles.
func (a *Area) walkLink(walk Walk, dir, path, rel string, depth int) {
	here, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil || walk.links[target] || Inside(here, target) {
		return
	}
	walk.links[target] = true
	a.walk(walk, path, rel, depth+1)
	delete(walk.links, target)
}

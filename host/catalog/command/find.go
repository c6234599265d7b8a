package command

import (
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
)

// Find returns the commands of a folder at any depth: sub/file.md is "sub:file".
func Find(root catalog.Root) ([]catalog.Entry, []catalog.Rejection) {
	area, ok := tree.Open(root)
	if !ok {
		return nil, area.Rejected
	}
	var entries []catalog.Entry
	area.Walk(tree.Walk{
		Skip: func(string) bool { return false },
		Visit: func(path, rel string) {
			name, isCommand := strings.CutSuffix(rel, ".md")
			if !isCommand {
				return
			}
			if found, ok := area.Entry(abi.KindCommand, strings.ReplaceAll(name, "/", ":"), path); ok {
				entries = append(entries, found)
			}
		},
	})
	return entries, area.Rejected
}

// FindOne returns the command that the root itself, a .md file, is.
func FindOne(root catalog.Root) (catalog.Entry, []catalog.Rejection) {
	area, ok := tree.Open(root)
	if !ok {
		return catalog.Entry{}, area.Rejected
	}
	name := strings.TrimSuffix(filepath.Base(root.Dir), ".md")
	entry, _ := area.Entry(abi.KindCommand, name, root.Dir)
	return entry, area.Rejected
}

package main

import (
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/eval/triggers"
)

// owner finds the skill that a case is about: by name, by place, by what its
// file is called ("evals/pdf.json", "evals/pdf/trigger_tests.yaml"), or because
// there is only one.
func (i *importer) owner(file triggers.File, c triggers.Case) string {
	if id := i.named(c.Skill); id != "" {
		return id
	}
	if file.Skill != "" {
		return i.byFolder[file.Skill]
	}
	stem, _, _ := strings.Cut(filepath.Base(file.Path), ".")
	folder := filepath.Dir(file.Path)
	for _, name := range []string{stem, filepath.Base(folder), filepath.Base(filepath.Dir(folder))} {
		if id := i.named(name); id != "" {
			return id
		}
	}
	if len(i.byFolder) == 1 && c.Skill == "" && len(c.Others) == 0 {
		for _, only := range i.byFolder {
			return only
		}
	}
	return ""
}

// named finds a skill by its id or its name, with or without its plugin's.
func (i *importer) named(name string) string {
	for _, name := range []string{name, strings.ToLower(name), name[strings.LastIndexByte(name, ':')+1:]} {
		if id := i.byName[name]; id != "" {
			return id
		}
	}
	return ""
}

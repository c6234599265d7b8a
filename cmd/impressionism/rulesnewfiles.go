package main

import (
	"embed"
	"io/fs"
	"strings"
)

// templates are the files of a ruleset to begin with: those of every language and
// those of each. Their names end in .tmpl so that no tool takes them for its own;
// NAME in a file's name and @word@ in its text are replaced.
//
//go:embed all:templates
var templates embed.FS

// newFile is one file of a ruleset's folder.
type newFile struct {
	name, text string
}

// scaffold gives the files of a ruleset in a language.
func scaffold(language string, words map[string]string) ([]newFile, error) {
	var pairs []string
	for word, text := range words {
		pairs = append(pairs, "@"+word+"@", text)
	}
	replace := strings.NewReplacer(pairs...)
	var files []newFile
	for _, root := range []string{"templates/all", "templates/" + language} {
		err := fs.WalkDir(templates, root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := templates.ReadFile(name)
			if err != nil {
				return err
			}
			name = strings.TrimSuffix(strings.TrimPrefix(name, root+"/"), ".tmpl")
			files = append(files, newFile{strings.ReplaceAll(name, "NAME", words["name"]), replace.Replace(string(text))})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

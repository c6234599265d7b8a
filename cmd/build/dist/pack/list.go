package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// rulesFolder is where rulesets lie in a plugin.
const rulesFolder = "rules/builtin"

// list is the inputs that go to one folder of the plugin.
type list struct {
	folder string
	inputs []string
}

func (l list) entries() ([]Entry, error) {
	var entries []Entry
	var problems []error
	for _, input := range l.inputs {
		found, err := l.input(input)
		if err != nil {
			err = fmt.Errorf("%s: %w", l.folder, err)
		}
		entries, problems = append(entries, found...), append(problems, err)
	}
	return entries, errors.Join(problems...)
}

// input returns a file, or all files of a folder.
func (l list) input(input string) ([]Entry, error) {
	info, err := os.Stat(input)
	if err != nil {
		return nil, fmt.Errorf("an input is missing: %w", err)
	}
	if !info.IsDir() {
		return l.checked(input, []Entry{{Name: path.Join(l.folder, l.below(input)), File: input}})
	}
	var entries []Entry
	err = filepath.WalkDir(input, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is no file: an archive holds files alone", name)
		}
		relative, err := filepath.Rel(input, name)
		if err != nil {
			return err
		}
		name = path.Join(l.folder, l.below(input), filepath.ToSlash(relative))
		entries = append(entries, Entry{Name: name, File: filepath.Join(input, relative)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return l.checked(input, entries)
}

// below is the input's path below its folder of the plugin: what follows the last
// part of the path that is called like that folder. An input that has no such
// part keeps its own name.
func (l list) below(input string) string {
	parts := strings.Split(filepath.ToSlash(filepath.Clean(input)), "/")
	called := path.Base(l.folder)
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == called {
			return path.Join(parts[i+1:]...)
		}
	}
	return parts[len(parts)-1]
}

// checked refuses what could not be a ruleset, where rulesets are wanted.
func (l list) checked(input string, entries []Entry) ([]Entry, error) {
	if l.folder == rulesFolder && !slices.ContainsFunc(entries, isCode) {
		return nil, fmt.Errorf("%s holds no ruleset: no .lua and no .wasm file", input)
	}
	return entries, nil
}

func isCode(e Entry) bool {
	return strings.HasSuffix(e.Name, ".lua") || strings.HasSuffix(e.Name, ".wasm")
}

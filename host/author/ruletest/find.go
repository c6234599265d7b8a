package ruletest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// File is a scenario as it lies beside a ruleset.
type File struct {
	Name string // without its ending
	Path string // to show, and to write where Disk is set
	Data []byte
	Disk bool
	Read func(name string) ([]byte, error) // a catalog file of the ruleset's folder
}

const (
	manifestName   = "ruleset.json"
	scenarioFolder = "scenarios"
	scenarioEnding = ".yaml"
)

// Rulesets returns the rulesets at a path: itself, or the folders below it that have
// a manifest. A path that has none stays what it is, for opening it tells why. A folder
// with a scenario is a ruleset without a manifest.
func Rulesets(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() || has(path, manifestName) || hasScenario(path) {
		return []string{path}, nil
	}
	found, err := engine.Below(foreign.Dir(path), ".")
	for i, name := range found {
		found[i] = filepath.Join(path, filepath.FromSlash(name))
	}
	if err == nil && len(found) == 0 {
		found = []string{path}
	}
	return found, err
}

func has(folder, name string) bool {
	_, err := os.Stat(filepath.Join(folder, name))
	return err == nil
}

func hasScenario(folder string) bool {
	entries, err := os.ReadDir(filepath.Join(folder, scenarioFolder))
	return err == nil && slices.ContainsFunc(entries, func(entry fs.DirEntry) bool { return strings.HasSuffix(entry.Name(), scenarioEnding) })
}

// Scenarios returns the scenario files of a ruleset that was opened at a path: those
// in its own folder, or for a lone file those in the folder scenarios beside it.
func Scenarios(ruleset engine.Ruleset, path string) ([]File, error) {
	info, err := os.Stat(path)
	onDisk := err == nil
	if onDisk && !info.IsDir() {
		return beside(filepath.Join(filepath.Dir(path), scenarioFolder))
	}
	var files []File
	read := func(name string) ([]byte, error) {
		if data, ok := ruleset.Files()[name]; ok {
			return data, nil
		}
		return nil, fmt.Errorf("the ruleset has no file %s", name)
	}
	for name, data := range ruleset.Files() {
		inner, isScenario := strings.CutPrefix(name, scenarioFolder+"/")
		if !isScenario || strings.Contains(inner, "/") || !strings.HasSuffix(inner, scenarioEnding) {
			continue
		}
		files = append(files, File{
			Name: strings.TrimSuffix(inner, scenarioEnding), Path: filepath.Join(path, filepath.FromSlash(name)), Data: data, Disk: onDisk, Read: read,
		})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files, nil
}

func beside(folder string) ([]File, error) {
	var files []File
	for _, path := range foreign.Matches(folder, "*"+scenarioEnding) {
		file := File{Name: strings.TrimSuffix(filepath.Base(path), scenarioEnding), Path: path, Disk: true, Read: scenario.Folder(filepath.Dir(folder))}
		var err error
		file.Data, err = foreign.Read(path, scenario.FileBytesMax)
		if errors.Is(err, foreign.ErrTooLarge) {
			file.Data, err = make([]byte, scenario.FileBytesMax+1), nil // the reader says that it is too large
		}
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

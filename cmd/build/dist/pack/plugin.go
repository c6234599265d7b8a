// Package pack makes the archive of a plugin from its parts, the same bytes from
// the same parts wherever and whenever it is made. It knows where a plugin keeps
// what, and nothing of how the parts came about.
package pack

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// Plugin names the parts. Name, Binary and Manifest are one each; the lists hold
// files and folders and may be empty.
type Plugin struct {
	Name     string // of the top folder
	Binary   string // to bin/impressionism, or .exe where it is one
	Small    string // to bin/impressionism-hook, in the same way; empty: there is none
	Manifest string // to .claude-plugin/plugin.json

	Hooks  []string
	Skills []string
	Config []string
	Rules  []string // rulesets: .lua or .wasm files, or folders of one; to rules/builtin

	Others []Entry // with names below the top folder
}

// program is what the binary is called in every archive: hooks name it.
const program = "impressionism"

// lists returns where each list goes.
func (p Plugin) lists() []list {
	return []list{
		{"hooks", p.Hooks}, {"skills", p.Skills}, {"config", p.Config}, {rulesFolder, p.Rules},
	}
}

// Write makes the archive: a zip where its name ends in .zip, else a .tar.gz.
// All files have the same time. What is missing is named, and nothing is left.
func (p Plugin) Write(output string, modified time.Time) error {
	entries, err := p.Entries()
	if err != nil {
		return fmt.Errorf("pack %s: %w", output, err)
	}
	if err := Write(output, entries, modified); err != nil {
		return fmt.Errorf("pack %s: %w", output, err)
	}
	return nil
}

// Entries returns what the archive will hold, in order. All that is wrong with the
// parts is told at once.
func (p Plugin) Entries() ([]Entry, error) {
	var entries []Entry
	problems := []error{p.checkName()}
	entry, err := executable("binary", p.Binary, program)
	entries, problems = append(entries, entry), append(problems, err)
	if p.Small != "" {
		entry, err = executable("small program", p.Small, program+"-hook")
		entries, problems = append(entries, entry), append(problems, err)
	}
	entry, err = p.manifest()
	entries, problems = append(entries, entry), append(problems, err)
	for _, l := range p.lists() {
		found, err := l.entries()
		entries, problems = append(entries, found...), append(problems, err)
	}
	entries = append(entries, p.Others...)
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	for i := range entries {
		entries[i].Name = path.Join(p.Name, entries[i].Name)
	}
	return inOrder(entries)
}

func (p Plugin) checkName() error {
	if p.Name == "" {
		return errors.New("the name is missing")
	}
	if strings.ContainsAny(p.Name, `/\`) || !fs.ValidPath(p.Name) || p.Name == "." {
		return fmt.Errorf("the name %q is not that of one folder", p.Name)
	}
	return nil
}

// executable returns the entry of a program by its name without .exe.
func executable(what, file, name string) (Entry, error) {
	if err := checkFile(what, file); err != nil {
		return Entry{}, err
	}
	if strings.HasSuffix(strings.ToLower(file), ".exe") {
		name += ".exe"
	}
	return Entry{Name: "bin/" + name, File: file, Executable: true}, nil
}

func (p Plugin) manifest() (Entry, error) {
	if err := checkFile("manifest", p.Manifest); err != nil {
		return Entry{}, err
	}
	data, err := os.ReadFile(p.Manifest)
	if err != nil {
		return Entry{}, fmt.Errorf("read the manifest: %w", err)
	}
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil {
		return Entry{}, fmt.Errorf("the manifest %s is no JSON object: %w", p.Manifest, err)
	}
	return Entry{Name: ".claude-plugin/plugin.json", Data: data}, nil
}

func checkFile(what, file string) error {
	if file == "" {
		return fmt.Errorf("the %s is missing", what)
	}
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("the %s is missing: %w", what, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("the %s %s is no file", what, file)
	}
	return nil
}

// Package known lists the files of Claude Code that this program reads, with what it relies
// on in each, so that a client which writes them otherwise is noticed before something fails in
// silence. It reads a few values of each, and changes nothing.
package known

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/lenient"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
)

// File is one kind of file.
type File struct {
	Name    string // as people know it
	Paths   func(Place) []string
	Lines   bool // it has a JSON object in each line
	Keys    []Key
	Affects string // what goes wrong where it has another shape, as the end of "…, so that"
}

// Key is a value that something relies on.
type Key struct {
	Path string // keys with dots between; * is each value of an object or a list
	Type string // as lenient.KindOf says it
	Must bool   // it is there in each object of the file
}

// Place says where the client keeps its files.
type Place struct {
	Home      string // the client's own folder, wherever CLAUDE_CONFIG_DIR has it
	Managed   string // the folder of whoever administers the machine
	Workspace string // may be empty
}

// Types of values.
const (
	object = "an object"
	list   = "a list"
	text   = "a text"
	number = "a number"
	truth  = "true or false"
)

func inHome(name string) func(Place) []string {
	return func(p Place) []string { return []string{filepath.Join(p.Home, filepath.FromSlash(name))} }
}

// settingsPaths are the layers of settings.
func settingsPaths(p Place) []string {
	paths := append(plugins.ManagedFiles(p.Managed), filepath.Join(p.Home, "settings.json"))
	if p.Workspace != "" {
		folder := filepath.Join(p.Workspace, ".claude")
		paths = append(paths, filepath.Join(folder, "settings.json"), filepath.Join(folder, "settings.local.json"))
	}
	return paths
}

// Files is the registry.
var Files = []File{
	{
		Name: "settings.json", Paths: settingsPaths, Affects: "hooks, plugins or overrides of it may be missed",
		Keys: []Key{
			{Path: "hooks", Type: object},
			{Path: "hooks.*", Type: list},
			{Path: "enabledPlugins", Type: object},
			{Path: "skillOverrides", Type: object},
			{Path: "skillOverrides.*", Type: text},
			{Path: "permissions", Type: object},
			{Path: "permissions.additionalDirectories", Type: list},
			{Path: "env", Type: object},
			{Path: "disableAllHooks", Type: truth},
			{Path: "allowManagedHooksOnly", Type: truth},
		},
	},
	{
		Name: ".claude.json", Paths: func(p Place) []string { return []string{plugins.Home(p.Home).State()} },
		Affects: "MCP servers and how often skills were used may be missed",
		Keys: []Key{
			{Path: "skillUsage", Type: object},
			{Path: "skillUsage.*.usageCount", Type: number},
			{Path: "mcpServers", Type: object},
			{Path: "mcpServers.*", Type: object},
			{Path: "projects", Type: object},
			{Path: "projects.*", Type: object},
			{Path: "projects.*.mcpServers", Type: object},
		},
	},
	{
		Name: "installed_plugins.json", Paths: inHome("plugins/installed_plugins.json"), Affects: "skills and commands of plugins may be missed",
		Keys: []Key{
			{Path: "version", Type: number, Must: true},
			{Path: "plugins", Type: object, Must: true},
			{Path: "plugins.*", Type: list},
			{Path: "plugins.*.*.installPath", Type: text, Must: true},
			{Path: "plugins.*.*.scope", Type: text, Must: true},
			{Path: "plugins.*.*.version", Type: text},
		},
	},
	{
		Name: "known_marketplaces.json", Paths: inHome("plugins/known_marketplaces.json"), Affects: "plugins may be read from a copy that the client does not run",
		Keys: []Key{
			{Path: "*.source", Type: object, Must: true},
			{Path: "*.source.source", Type: text, Must: true},
			{Path: "*.installLocation", Type: text, Must: true},
		},
	},
	{
		Name: "a transcript", Paths: newestTranscript, Lines: true,
		Affects: "ledger, handoffs, times of hooks and the live feed may miss what sessions did",
		Keys: []Key{
			{Path: "type", Type: text, Must: true},
			{Path: "sessionId", Type: text},
			{Path: "uuid", Type: text},
			{Path: "timestamp", Type: text},
			{Path: "cwd", Type: text},
			{Path: "message", Type: object},
			{Path: "message.role", Type: text},
			{Path: "attachment", Type: object},
		},
	},
}

// Limits of one check.
const (
	fileBytesMax = 64 << 20 // .claude.json grows with every project
	headBytesMax = 1 << 20  // of a file of lines, from its start
	linesMax     = 200
	foldersMax   = 2000 // of transcripts
)

// newestTranscript returns the transcript that was written last.
func newestTranscript(p Place) []string {
	root := filepath.Join(p.Home, "projects")
	folders, err := foreign.ReadDir(root, foldersMax)
	if err != nil && len(folders) == 0 {
		return nil
	}
	newest, at := "", int64(0)
	for _, folder := range folders {
		files, _ := foreign.ReadDir(filepath.Join(root, folder.Name()), foldersMax)
		for _, file := range files {
			info, err := file.Info()
			if err != nil || !info.Mode().IsRegular() || filepath.Ext(file.Name()) != ".jsonl" {
				continue
			}
			if changed := info.ModTime().UnixNano(); changed > at {
				newest, at = filepath.Join(root, folder.Name(), file.Name()), changed
			}
		}
	}
	if newest == "" {
		return nil
	}
	return []string{newest}
}

// Problem is a file that has another shape than the known one.
type Problem struct {
	File File
	Path string
	What string // a sentence
}

// Check looks at the files of a place, and returns how many there are. A file that is not there
// or cannot be opened is no problem of its shape.
func Check(place Place) (problems []Problem, seen int) {
	looked := map[string]bool{}
	for _, file := range Files {
		for _, path := range file.Paths(place) {
			if looked[path] { // a workspace may be the home
				continue
			}
			looked[path] = true
			what, there := file.look(path)
			if there {
				seen++
			}
			if what != "" {
				problems = append(problems, Problem{File: file, Path: path, What: what})
			}
		}
	}
	return problems, seen
}

// look returns what is wrong with the shape of a file, and whether it is there.
func (f File) look(path string) (what string, there bool) {
	if f.Lines {
		return f.lookAtLines(path)
	}
	data, err := foreign.Read(path, fileBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	if err != nil {
		return "", true
	}
	return f.wrong(data), true
}

// lookAtLines looks at the first whole lines of a file.
func (f File) lookAtLines(path string) (what string, there bool) {
	file, err := foreign.Open(path)
	if err != nil {
		return "", !errors.Is(err, fs.ErrNotExist)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, headBytesMax))
	if err != nil {
		return "", true
	}
	if at := bytes.LastIndexByte(data, '\n'); at >= 0 {
		data = data[:at] // the last line may be half written
	} else {
		return "", true
	}
	number := 0
	for line := range bytes.Lines(data) {
		if number++; number > linesMax {
			break
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if what := f.wrong(line); what != "" {
			return fmt.Sprintf("Line %d: %s", number, what), true
		}
	}
	return "", true
}

// wrong returns what is wrong with an object, or "". Text without any content is an object
// that says nothing.
func (f File) wrong(data []byte) string {
	values, err := lenient.Decode(data)
	if err != nil {
		return "It is no JSON object."
	}
	for _, key := range f.Keys {
		if what := check(values, strings.Split(key.Path, "."), "", key); what != "" {
			return what
		}
	}
	return ""
}

// valuesMax bounds how many values of one object or list are looked at.
const valuesMax = 200

// check follows a key's path through an object.
func check(values lenient.Object, path []string, above string, key Key) string {
	names := []string{path[0]}
	if path[0] == "*" {
		names = values.Keys()
		names = names[:min(len(names), valuesMax)]
	}
	for _, name := range names {
		raw, full := values[name], strings.TrimPrefix(above+"."+name, ".")
		if what := checkValue(raw, path[1:], full, key); what != "" {
			return what
		}
	}
	return ""
}

func checkValue(raw json.RawMessage, path []string, name string, key Key) string {
	absent := len(raw) == 0 || string(raw) == "null"
	switch {
	case absent && len(path) == 0 && key.Must && name != "":
		return fmt.Sprintf("%s is missing.", cut.RunesEllipsis(name, nameCharsMax))
	case absent:
		return ""
	case len(path) == 0:
		if got := lenient.KindOf(raw); got != key.Type {
			return fmt.Sprintf("%s is %s, not %s.", cut.RunesEllipsis(name, nameCharsMax), got, key.Type)
		}
		return ""
	}
	var inside lenient.Object
	if json.Unmarshal(raw, &inside) == nil {
		return check(inside, path, name, key)
	}
	var each []json.RawMessage
	if path[0] != "*" || json.Unmarshal(raw, &each) != nil {
		return "" // the key above has another type, which is said of it
	}
	for i, one := range each[:min(len(each), valuesMax)] {
		if what := checkValue(one, path[1:], fmt.Sprintf("%s[%d]", name, i), key); what != "" {
			return what
		}
	}
	return ""
}

// nameCharsMax bounds how much of a key's name a sentence has.
const nameCharsMax = 120

package config

import (
	"bytes"
	"cmp"
	"slices"
)

// Layers, each over the one before.
const (
	LayerDefault     = "default"
	LayerUser        = "user"
	LayerProject     = "project"
	LayerEnvironment = "environment"
	LayerFlag        = "flag"
)

var layers = []string{LayerDefault, LayerUser, LayerProject, LayerEnvironment, LayerFlag}

// Sources is where settings come from; empty fields have none.
type Sources struct {
	UserFile    string              // path of config.yaml; an absent file is no error
	ProjectFile string              // path of the project's
	Environ     []string            // "NAME=value"
	Flags       map[string]string   // by key: "suggest.max"
	Folders     Folders             // the client's
	Lines       map[string][]string // what the lines of suggest.templates fill in, by name
}

// Loaded is the merged configuration of all layers. It is usable whatever was wrong.
type Loaded struct {
	Config
	// ProjectRuleset is the active_ruleset that the project asks for. It is not
	// in force: see TrustProject.
	ProjectRuleset Rulesets
	// ProjectWishes are what the project's settings hint at; Never is empty.
	ProjectWishes Wishes
	// Errors are files and values that were left out.
	Errors []*FileError
	// Warnings are keys that have no effect.
	Warnings []*FileError

	set     map[string]Origin // by key, of what a layer set
	lines   map[string][]string
	folders Folders
	project Origin   // of ProjectRuleset
	hints   []Origin // of ProjectWishes
}

// Origin is where a value comes from.
type Origin struct {
	Key   string `json:"key"` // "suggest.max", "rulesets.builtin/default.keyword_boost"
	Value any    `json:"value"`
	Layer string `json:"layer"`
	File  string `json:"file,omitempty"` // path, variable or flag
	Line  int    `json:"line,omitempty"` // from 1, of a file
}

// Load reads all layers. Nothing that is wrong with one keeps the others from
// counting.
func Load(sources Sources) *Loaded {
	l := &Loaded{Config: Defaults(sources.Folders), set: map[string]Origin{}, lines: sources.Lines, folders: sources.Folders}
	l.readFile(sources.UserFile, LayerUser)
	errors, warnings := len(l.Errors), len(l.Warnings)
	l.readFile(sources.ProjectFile, LayerProject)
	l.Errors, l.Warnings = few(l.Errors, errors), few(l.Warnings, warnings)
	l.readEnviron(sources.Environ)
	l.readFlags(sources.Flags)
	l.dropOvertaken()
	l.warnShadowed()
	return l
}

// TrustProject puts the ruleset that the project asks for in force.
func (l *Loaded) TrustProject() {
	if len(l.ProjectRuleset) > 0 {
		l.ActiveRuleset = l.ProjectRuleset
		l.set[keyActiveRuleset] = l.project
		l.Warnings = slices.DeleteFunc(l.Warnings, func(w *FileError) bool { return w.Problem == shadowedProblem })
		l.warnShadowed()
	}
}

// Parameter returns the value of a ruleset's parameter and its layer: that
// ruleset's own, unless it is only our default and one for all is set; else the one for
// all. Beneath it are the default of the
// manifest and of the call, which are not known here.
func (l *Loaded) Parameter(activeRuleset, name string) (value any, layer string, ok bool) {
	key := "rulesets." + activeRuleset + "." + name
	if value, ok = l.Rulesets[activeRuleset][name]; !ok {
		key = "parameters." + name
		value, ok = l.Parameters[name]
	}
	if !ok {
		return nil, "", false
	}
	return value, l.layer(key), true
}

// Origins returns every value in force with its origin, by key, and what a project
// hints at beside it.
func (l *Loaded) Origins() []Origin {
	var origins []Origin
	for key, value := range values(l.Config) {
		origin, ok := l.set[key]
		if !ok {
			origin = Origin{Key: key, Layer: LayerDefault}
		}
		origin.Value = value
		origins = append(origins, origin)
	}
	origins = append(origins, l.hints...)
	slices.SortStableFunc(origins, func(a, b Origin) int { return cmp.Compare(a.Key, b.Key) })
	return origins
}

func (l *Loaded) layer(key string) string {
	if origin, ok := l.set[key]; ok {
		return origin.Layer
	}
	return LayerDefault
}

// readFile applies one file. The untouched template is known without reading.
func (l *Loaded) readFile(path, layer string) {
	if path == "" {
		return
	}
	data, err := readLimited(path)
	if err != nil {
		l.Errors = record(l.Errors, err)
		return
	}
	if len(data) == 0 || bytes.Equal(data, Default(l.folders)) {
		return
	}
	l.applyTable("", l.read(data, path), source{layer: layer, file: path})
}

// read parses a text and keeps what is wrong with it.
func (l *Loaded) read(data []byte, path string) node {
	found := parse(data, path)
	for _, problem := range found.errors {
		l.Errors = record(l.Errors, problem)
	}
	for _, problem := range found.warnings {
		l.Warnings = record(l.Warnings, problem)
	}
	return found.root
}

// IsConfig reports whether a file is a config.yaml of ours: a table of settings alone, or
// the template with everything commented out.
func IsConfig(path string) bool {
	data, err := readLimited(path)
	if err != nil || len(data) == 0 {
		return false
	}
	found := parse(data, path)
	root := found.root
	switch {
	case len(found.errors) > 0:
		return false
	case root.kind == nullNode:
		return bytes.Contains(data, []byte("impressionism"))
	}
	return root.kind == tableNode && !slices.ContainsFunc(root.table, func(e entry) bool {
		_, known := theSchema().fields[e.key]
		return !known && !theSchema().groups[e.key]
	})
}

package plugins

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Layers of settings; the first that names a thing decides.
const (
	LayerManaged = "managed" // of whoever administers the machine
	LayerLocal   = "local"
	LayerProject = "project"
	LayerUser    = "user"
)

// Values of Settings.SkillOverrides.
const (
	OverrideOn       = "on"
	OverrideNameOnly = "name-only"           // listed without description; the model may call it
	OverrideUserOnly = "user-invocable-only" // the model may not call it
	OverrideOff      = "off"
)

// Settings are those of the client's settings that decide what it lists, all
// layers merged.
type Settings struct {
	EnabledPlugins        map[string]Switch // by "name@market"
	SkillOverrides        map[string]string // by id, plugins' skills excepted
	DisableBundledSkills  bool
	ListingBudgetFraction float64  // of the context window; 0: not set
	ListingDescCharsMax   int      // 0: not set
	ListingChars          int      // of SLASH_COMMAND_TOOL_CHAR_BUDGET, before the fraction; 0: not set
	Model                 string   // that sessions begin with; empty: the client's choice
	NoMillion             bool     // CLAUDE_CODE_DISABLE_1M_CONTEXT
	AdditionalDirectories []string // as written, those of the first layer first
	Warnings              []Warning
	bundledSet            bool // a layer has set DisableBundledSkills
	modelNamed            bool // a variable has set Model
}

// Warning is a file of settings, or a part of one, that was ignored.
type Warning = client.Warning

// Switch is a plugin's entry in the first layer that has one.
type Switch struct {
	On    bool
	Layer string
}

// Limits of a project's settings, which may be a stranger's: every prompt reads them.
const (
	projectBytesMax       = 256 << 10
	projectKeysMax        = 1000 // of enabledPlugins, and of skillOverrides
	projectDirectoriesMax = 32
)

// LoadSettings reads the layers of a workspace, which may be empty; managed is the
// administrator's folder. What is missing or broken is left out.
func LoadSettings(home Home, managed, workspace string) Settings {
	settings := Settings{EnabledPlugins: map[string]Switch{}, SkillOverrides: map[string]string{}}
	for _, path := range ManagedFiles(managed) {
		settings.load(LayerManaged, path)
	}
	if workspace != "" {
		project := filepath.Join(workspace, ".claude")
		settings.load(LayerLocal, filepath.Join(project, "settings.local.json"))
		if project != string(home) {
			settings.load(LayerProject, filepath.Join(project, "settings.json"))
		}
	}
	settings.load(LayerUser, filepath.Join(string(home), "settings.json"))
	return settings
}

// isProjects reports the layers that may be a stranger's.
func isProjects(layer string) bool { return layer == LayerLocal || layer == LayerProject }

func (s *Settings) load(layer, path string) {
	limit := int64(fileBytesMax)
	if isProjects(layer) {
		limit = projectBytesMax
	}
	file, err := readObject(path, limit)
	warn := func(text string) { s.Warnings = append(s.Warnings, Warning{Path: path, Text: text}) }
	if err != nil {
		warn("none of it counts: " + foreign.Reason(err))
		return
	}
	s.add(layer, file, warn)
}

// add takes from a layer what no earlier layer has set.
func (s *Settings) add(layer string, file object, warn func(string)) {
	enabled := entries(layer, file, "enabledPlugins", warn)
	for _, key := range enabled.Keys() {
		on, ok := get[bool](enabled, key, warn)
		if _, set := s.EnabledPlugins[key]; ok && !set {
			s.EnabledPlugins[key] = Switch{On: on, Layer: layer}
		}
	}
	overrides := entries(layer, file, "skillOverrides", warn)
	for _, id := range overrides.Keys() {
		value, ok := get[string](overrides, id, warn)
		if _, set := s.SkillOverrides[id]; ok && !set {
			s.SkillOverrides[id] = value
		}
	}
	if fraction, ok := get[float64](file, "skillListingBudgetFraction", warn); ok && s.ListingBudgetFraction == 0 {
		if fraction > 0 && fraction <= 1 {
			s.ListingBudgetFraction = fraction
		} else {
			warn("skillListingBudgetFraction is ignored: it must be above 0 and at most 1, and client 2.1.329 ignores the whole file where it is not")
		}
	}
	if chars, ok := get[int](file, "skillListingMaxDescChars", warn); ok && s.ListingDescCharsMax == 0 {
		s.ListingDescCharsMax = max(chars, 0)
	}
	if off, ok := get[bool](file, "disableBundledSkills", warn); ok && !s.bundledSet {
		s.DisableBundledSkills, s.bundledSet = off, true
	}
	if model, ok := get[string](file, "model", warn); ok && s.Model == "" {
		s.Model = model
	}
	variables, _ := get[map[string]string](file, "env", ignore)
	s.AddEnviron(func(name string) string { return variables[name] })
	permissions, _ := get[object](file, "permissions", warn)
	directories, _ := get[[]string](permissions, "additionalDirectories", warn)
	s.AdditionalDirectories = append(s.AdditionalDirectories, differing(layer, directories, warn)...)
}

// entries returns an object of a layer: of a project's, the first keys.
func entries(layer string, file object, name string, warn func(string)) object {
	found, _ := get[object](file, name, warn)
	if !isProjects(layer) || len(found) <= projectKeysMax {
		return found
	}
	warn(fmt.Sprintf("%s has %d keys; of a project's, the first %d by name are read", name, len(found), projectKeysMax))
	for _, key := range found.Keys()[projectKeysMax:] {
		delete(found, key)
	}
	return found
}

// differing returns folders once each: of a project's, the first ones.
func differing(layer string, folders []string, warn func(string)) []string {
	seen := map[string]bool{}
	folders = slices.DeleteFunc(folders, func(folder string) bool {
		again := seen[filepath.Clean(folder)]
		seen[filepath.Clean(folder)] = true
		return again
	})
	if isProjects(layer) && len(folders) > projectDirectoriesMax {
		warn(fmt.Sprintf("permissions.additionalDirectories has %d folders; of a project's, the first %d are looked into", len(folders), projectDirectoriesMax))
		folders = folders[:projectDirectoriesMax]
	}
	return folders
}

// AddEnviron takes from variables what no layer's variables have set: the client
// puts those of its settings over those it was started with, and a model that a
// variable names over one that its settings do.
func (s *Settings) AddEnviron(lookup func(name string) string) {
	if model := lookup("ANTHROPIC_MODEL"); model != "" && !s.modelNamed {
		s.Model, s.modelNamed = model, true
	}
	if chars, err := strconv.Atoi(lookup("SLASH_COMMAND_TOOL_CHAR_BUDGET")); err == nil && s.ListingChars == 0 {
		s.ListingChars = max(chars, 0)
	}
	s.DisableBundledSkills = s.DisableBundledSkills || isOn(lookup("CLAUDE_CODE_DISABLE_BUNDLED_SKILLS"))
	s.NoMillion = s.NoMillion || isOn(lookup("CLAUDE_CODE_DISABLE_1M_CONTEXT"))
}

// isOn reads a switch as the client does; of the words only "true", "yes" and "0"
// were measured.
func isOn(value string) bool {
	switch strings.ToLower(value) {
	case "", "0", "false", "no", "off":
		return false
	}
	return true
}

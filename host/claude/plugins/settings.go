package plugins

import "path/filepath"

// Layers of settings; the first that names a thing decides.
const (
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
	AdditionalDirectories []string // as written, local layer first
	Warnings              []string // files and values that were ignored, in words
	bundledSet            bool     // a layer has set DisableBundledSkills
}

// Switch is a plugin's entry in the first layer that has one.
type Switch struct {
	On    bool
	Layer string
}

// LoadSettings reads the layers of a workspace; workspace may be empty. What is
// missing or broken is left out.
func LoadSettings(home Home, workspace string) Settings {
	settings := Settings{EnabledPlugins: map[string]Switch{}, SkillOverrides: map[string]string{}}
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

func (s *Settings) load(layer, path string) {
	file, err := readObject(path, fileBytesMax)
	if err != nil {
		s.Warnings = append(s.Warnings, err.Error())
		return
	}
	s.add(layer, file, func(text string) { s.Warnings = append(s.Warnings, path+": "+text) })
}

// add takes from a layer what no earlier layer has set.
func (s *Settings) add(layer string, file object, warn func(string)) {
	enabled, _ := get[object](file, "enabledPlugins", warn)
	for _, key := range enabled.keys() {
		on, ok := get[bool](enabled, key, warn)
		if _, set := s.EnabledPlugins[key]; ok && !set {
			s.EnabledPlugins[key] = Switch{On: on, Layer: layer}
		}
	}
	overrides, _ := get[object](file, "skillOverrides", warn)
	for _, id := range overrides.keys() {
		value, ok := get[string](overrides, id, warn)
		if _, set := s.SkillOverrides[id]; ok && !set {
			s.SkillOverrides[id] = value
		}
	}
	if fraction, ok := get[float64](file, "skillListingBudgetFraction", warn); ok && s.ListingBudgetFraction == 0 {
		s.ListingBudgetFraction = min(max(fraction, 0), 1)
	}
	if chars, ok := get[int](file, "skillListingMaxDescChars", warn); ok && s.ListingDescCharsMax == 0 {
		s.ListingDescCharsMax = max(chars, 0)
	}
	if off, ok := get[bool](file, "disableBundledSkills", warn); ok && !s.bundledSet {
		s.DisableBundledSkills, s.bundledSet = off, true
	}
	permissions, _ := get[object](file, "permissions", warn)
	directories, _ := get[[]string](permissions, "additionalDirectories", warn)
	s.AdditionalDirectories = append(s.AdditionalDirectories, directories...)
}

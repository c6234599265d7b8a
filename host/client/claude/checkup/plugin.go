package checkup

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/diag"
)

// needed are the events that a prompt's answer depends on in the end.
var needed = []string{"SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "PreCompact", "SessionEnd"}

// plugin looks whether anything calls this program.
func (e *exam) plugin() {
	for _, warning := range e.wiring.Warnings {
		file, what, _ := strings.Cut(strings.TrimPrefix(warning, "read "), ": ")
		e.found("registry-unread", file, what)
	}
	own := e.own()
	for _, plugin := range e.wiring.Plugins {
		if plugin.Name == e.Name && !plugin.Enabled {
			e.unused(plugin, len(own) > 0)
		}
	}
	if len(own) == 0 {
		e.saw(inspect.AreaPlugin, "nothing calls impressionism here")
		shut := slices.ContainsFunc(e.wiring.Findings, func(f wiring.Finding) bool {
			return f.Code == "hooks-managed-only" || f.Code == "hooks-disabled" && e.wiring.Disabled == ""
		})
		if !shut && !slices.ContainsFunc(e.report.Symptoms, isPluginError) {
			e.found("plugin-missing", e.Home, "Neither a plugin nor a hook in the settings runs impressionism here.")
		}
		return
	}
	wired := map[string]bool{}
	var sources []wiring.Source
	for _, hook := range own {
		wired[hook.Event] = true
		if !slices.Contains(sources, hook.Source) {
			sources = append(sources, hook.Source)
		}
	}
	var missing []string
	for _, event := range needed {
		if !wired[event] {
			missing = append(missing, event)
		}
	}
	if len(missing) > 0 {
		e.found("plugin-events", sources[0].File, "Not wired: "+strings.Join(missing, ", ")+".")
	}
	for _, source := range sources {
		e.source(source)
	}
}

// isPluginError reports whether a finding says already why no plugin runs.
func isPluginError(s inspect.Symptom) bool {
	rule := ruleOf(s.Code)
	return rule.Area == inspect.AreaPlugin && rule.Severity == diag.Error
}

// unused tells why an installed plugin does not run.
func (e *exam) unused(plugin plugins.Plugin, wiredElsewhere bool) {
	switch {
	case strings.HasPrefix(plugin.Why, "disabled") && wiredElsewhere:
	case strings.HasPrefix(plugin.Why, "disabled"):
		e.found("plugin-off", plugin.Key(), fmt.Sprintf("%s is %s.", plugin.Key(), plugin.Why))
	case plugin.Why != "installed for another project":
		told := e.found("plugin-broken", plugin.Key(), fmt.Sprintf("%s: %s.", plugin.Key(), plugin.Why))
		told.Do = fmt.Sprintf("Install the plugin anew: claude plugin install %s.", plugin.Key())
		switch {
		case strings.HasPrefix(plugin.Why, plugins.MarketUnread):
			told.Do = "Mend that file: claude plugin validate DIR says what is wrong with it."
		case strings.HasPrefix(plugin.Why, plugins.MarketGone):
			told.Do = fmt.Sprintf("Add the marketplace again from its new place: claude plugin marketplace add DIR, then claude plugin install %s.", plugin.Key())
		}
	}
}

// source looks at what calls this program: a plugin, or settings.
func (e *exam) source(source wiring.Source) {
	if source.Kind != wiring.KindPlugin {
		e.saw(inspect.AreaPlugin, fmt.Sprintf("hooks in %s settings", source.Name))
		return
	}
	binary := filepath.Join(source.Root, "bin", e.Name)
	if _, err := os.Stat(binary); err != nil && runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if _, err := os.Stat(binary); err != nil {
		e.saw(inspect.AreaPlugin, fmt.Sprintf("%s from %s, without a binary", source.Name, source.Root))
		return // told as a command that is missing
	}
	version, err := e.VersionOf(binary)
	switch {
	case err != nil:
		told := e.found("plugin-binary", binary, fmt.Sprintf("%v.", err))
		built := filepath.Join(source.Root, "bin", runtime.GOOS+"-"+runtime.GOARCH, e.Name)
		if info, err := os.Stat(built); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 == 0 && runtime.GOOS != "windows" {
			told.Do = "Make it executable: chmod +x " + built
		}
		version = "of unknown version"
	case version != e.Version:
		e.found("binary-version", binary, fmt.Sprintf("The plugin's binary is %s, this one is %s.", version, e.Version))
	}
	if err == nil {
		e.answers(strings.TrimSuffix(binary, ".exe") + "-hook")
	}
	e.saw(inspect.AreaPlugin, fmt.Sprintf("%s from %s, binary %s", source.Name, source.Root, version))
}

// answers tries the small program that the plugin's hooks run, where the plugin has one: it may be
// broken though the binary beside it is not.
func (e *exam) answers(hook string) {
	for _, path := range []string{hook, hook + ".exe"} {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if err := e.Answers(path); err != nil {
			e.found("plugin-binary", path, fmt.Sprintf("%v.", err))
		}
		return
	}
}

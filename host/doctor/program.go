package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
)

// program looks at this binary and at others of its name.
func (e *exam) program() {
	var others []string
	for _, folder := range e.Path {
		for _, ending := range []string{"", ".exe"} {
			path := filepath.Join(folder, name+ending)
			info, err := os.Stat(path)
			if err != nil || info.IsDir() || runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0 {
				continue
			}
			resolved, err := filepath.EvalSymlinks(path)
			if err == nil && resolved != e.Self && !slices.Contains(others, resolved) {
				others = append(others, resolved)
			}
		}
	}
	e.saw(areaProgram, fmt.Sprintf("impressionism %s at %s", e.Version, e.Self))
	for _, path := range others {
		version, err := e.VersionOf(path)
		if err != nil {
			version = "which does not tell its version"
		}
		e.found("binary-several", path, fmt.Sprintf("Another binary is on the path: %s, %s. This one is %s.", path, version, e.Version))
	}
}

// own returns the hooks of this program that run.
func (e *exam) own() []wiring.Hook {
	var own []wiring.Hook
	for _, event := range contract.Names() {
		for _, hook := range e.wiring.Live(event) {
			if hook.Own(wiring.Own{Name: name}) {
				own = append(own, hook)
			}
		}
	}
	return own
}

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
		if plugin.Name == name && !plugin.Enabled {
			e.unused(plugin, len(own) > 0)
		}
	}
	if len(own) == 0 {
		e.saw(areaPlugin, "nothing calls impressionism here")
		if !slices.ContainsFunc(e.report.Findings, func(f Finding) bool { return f.Area == areaPlugin && f.Severity == Error }) {
			e.found("plugin-missing", string(e.Home), "Neither a plugin nor a hook in the settings runs impressionism here.")
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

// unused tells why an installed plugin does not run.
func (e *exam) unused(plugin plugins.Plugin, wiredElsewhere bool) {
	switch {
	case strings.HasPrefix(plugin.Why, "disabled") && wiredElsewhere:
	case strings.HasPrefix(plugin.Why, "disabled"):
		e.found("plugin-off", plugin.Key(), fmt.Sprintf("%s is %s.", plugin.Key(), plugin.Why))
	case plugin.Why != "installed for another project":
		e.found("plugin-broken", plugin.Key(), fmt.Sprintf("%s: %s.", plugin.Key(), plugin.Why))
	}
}

// source looks at what calls this program: a plugin, or settings.
func (e *exam) source(source wiring.Source) {
	if source.Kind != wiring.KindPlugin {
		e.saw(areaPlugin, fmt.Sprintf("hooks in %s settings", source.Name))
		return
	}
	binary := filepath.Join(source.Root, "bin", name)
	if _, err := os.Stat(binary); err != nil && runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if _, err := os.Stat(binary); err != nil {
		e.saw(areaPlugin, fmt.Sprintf("%s from %s, without a binary", source.Name, source.Root))
		return // told as a command that is missing
	}
	version, err := e.VersionOf(binary)
	switch {
	case err != nil:
		e.found("plugin-binary", binary, fmt.Sprintf("%v.", err))
		version = "of unknown version"
	case version != e.Version:
		e.found("binary-version", binary, fmt.Sprintf("The plugin's binary is %s, this one is %s.", version, e.Version))
	}
	e.saw(areaPlugin, fmt.Sprintf("%s from %s, binary %s", source.Name, source.Root, version))
}

// hooks tells what is wrong with the wiring, of this program and of others.
func (e *exam) hooks() {
	sources := map[string]bool{}
	for _, hook := range e.wiring.Hooks {
		sources[hook.Source.File] = true
	}
	e.saw(areaHooks, fmt.Sprintf("%s in %s", count(len(e.wiring.Hooks), "hook", "hooks"), count(len(sources), "file", "files")))
	for _, f := range e.wiring.Findings {
		told := e.found(f.Code, fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column), f.Reason)
		if f.Event != "" {
			told.What = f.Source + ", " + f.Event + ": " + f.Reason
		}
		if strings.HasPrefix(f.Source, name+"@") && strings.HasPrefix(f.Code, "command-") {
			rule, _ := Explain("plugin-binary")
			told.Do = rule.Do
		}
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

package why

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	cmdsettings "github.com/ed-irl/impressionism/cmd/impressionism/internal/settings"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/trace/whynot"
)

// configChange is a change of config.yaml, each setting for itself.
type configChange struct {
	path  string
	steps [][]byte // the file before, and after each setting
}

// changeConfig returns the user's file with settings changed in it.
func changeConfig(e *env.Env, settings []shape.SettingChange) (configChange, error) {
	change := configChange{path: e.Paths.Config}
	file, err := foreign.Read(change.path, config.FileBytesMax)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return change, err
	}
	change.steps = [][]byte{file}
	for _, setting := range settings {
		if file, err = config.Set(file, settingPath(setting.Key), settingValue(setting.Value)); err != nil {
			return change, fmt.Errorf("%s cannot be changed as it is: %w", change.path, err)
		}
		change.steps = append(change.steps, file)
	}
	return change, nil
}

// settingPath divides the key of a setting; the id of a ruleset may have dots itself.
func settingPath(key string) []string {
	table, rest, _ := strings.Cut(key, ".")
	if at := strings.LastIndexByte(rest, '.'); table == "rulesets" && at > 0 {
		return []string{table, rest[:at], rest[at+1:]}
	}
	return []string{table, rest}
}

// pasteable is one block of YAML: the sections of config.yaml that settings belong to,
// changed. Where the file cannot be changed so, it has the settings alone.
func pasteable(e *env.Env, settings []whynot.Setting) string {
	var wanted []shape.SettingChange
	var sections []string
	for _, s := range settings {
		wanted = append(wanted, shape.SettingChange{Key: s.Key, Value: s.Value})
		if section := settingPath(s.Key)[0]; !slices.Contains(sections, section) {
			sections = append(sections, section)
		}
	}
	change, err := changeConfig(e, wanted)
	if err != nil {
		alone := []byte{}
		for _, s := range wanted {
			alone, _ = config.Set(alone, settingPath(s.Key), settingValue(s.Value)) // a file of our own making
		}
		return string(alone)
	}
	block := ""
	for _, section := range sections {
		block += config.Section(change.steps[len(change.steps)-1], section)
	}
	return block
}

// applyWhyNot writes the settings that would have an item suggested.
func applyWhyNot(e *env.Env, r *shape.WhyNot) (configChange, error) {
	if r.Suggested {
		return configChange{}, errors.New(r.Ref.ID + " is suggested for this prompt; there is nothing to apply")
	}
	if r.Why == whynot.NotWanted {
		return configChange{}, errors.New("suggest.never keeps " + r.Ref.ID + " back; take it out there, then ask again")
	}
	if r.Why == whynot.NotTemplate {
		return configChange{}, fmt.Errorf("suggest.templates.%s is empty, so that nothing is told of %s; take it out there, then ask again", r.Ref.Kind, r.Ref.ID)
	}
	at := slices.IndexFunc(r.Changes, func(c shape.Change) bool { return c.Kind == whynot.ChangeSet })
	if at < 0 {
		return configChange{}, errors.New("no setting is worth it for this prompt; there is nothing to apply")
	}
	change, err := changeConfig(e, r.Changes[at].Settings)
	if err != nil {
		return change, err
	}
	if err := env.WriteConfig(change.path, change.steps[len(change.steps)-1]); err != nil {
		return change, fmt.Errorf("%w: %s", err, byHand(r.Changes[at].Settings))
	}
	r.Applied = change.path
	return change, tellOverridden(e, r.Changes[at].Settings)
}

// byHand is what is to be put into config.yaml, on one line.
func byHand(settings []shape.SettingChange) string {
	var lines []string
	for _, s := range settings {
		lines = append(lines, config.Flow(settingPath(s.Key), settingValue(s.Value)))
	}
	return strings.Join(lines, ", ")
}

// tellOverridden prints which settings something before config.yaml decides.
func tellOverridden(e *env.Env, settings []shape.SettingChange) error {
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return err
	}
	for _, s := range settings {
		if layer := cmdsettings.LayerOf(e, s.Key); layer != config.LayerUser && layer != "" {
			fmt.Fprintf(e.ErrOut, "impressionism: note: %s comes from the %s here, which counts before config.yaml\n", s.Key, layer)
		}
	}
	return nil
}

// printApplied shows what was changed.
func printApplied(e *env.Env, change configChange) {
	if change.path == "" {
		return
	}
	fmt.Fprintf(e.Out, "\nWritten to %s:\n", textline.Plain(cli.ShortPath(e, change.path)))
	for i := 1; i < len(change.steps); i++ {
		removed, added := differing(change.steps[i-1], change.steps[i])
		for _, line := range removed {
			fmt.Fprintln(cli.Exact(e), "  -", textline.Plain(strings.TrimRight(line, "\r")))
		}
		for _, line := range added {
			fmt.Fprintln(cli.Exact(e), "  +", textline.Plain(strings.TrimRight(line, "\r")))
		}
	}
}

// differing are the lines between those that two texts begin and end with alike.
func differing(before, after []byte) (removed, added []string) {
	a, b := strings.Split(string(bytes.TrimSuffix(before, []byte("\n"))), "\n"), strings.Split(string(bytes.TrimSuffix(after, []byte("\n"))), "\n")
	if len(before) == 0 {
		a = nil
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

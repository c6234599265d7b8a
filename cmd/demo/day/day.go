// Package day plays an invented day of work to the program, through its hooks: three projects,
// what the model loads, and two plugins whose hooks take their time. It writes into folders
// of its own, and knows the program by its hooks alone.
package day

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

//go:embed day.json
var sessionsJSON []byte

// Day is where a day is played.
type Day struct {
	Folder string                             // of all that is written; absolute
	Hook   func(event []byte) ([]byte, error) // answers one event of the client
	Plugin string                             // folder of this program's plugin, which the day installs; absolute
	Binary string                             // this program; absolute
}

// Settings are those of the program, for the day: two rulesets look on.
const Settings = "shadow_rulesets: [builtin/conservative, builtin/aggressive]\n"

// ClientHome is the client's own folder, which the day fills.
func (d Day) ClientHome() string { return filepath.Join(d.Folder, "client") }

// session is one session of the day.
type session struct {
	Workspace string   `json:"workspace"`
	Prompts   []prompt `json:"prompts"`
}

// prompt is one prompt, the item that fits it, and whether the model loads the item once it
// is told of it.
type prompt struct {
	Text string `json:"text"`
	Item string `json:"item"`
	Used bool   `json:"used"`
	Did  []act  `json:"did"` // by the model, after the last prompt of the day
}

// act is a tool call, or an answer.
type act struct {
	After  int               `json:"after"` // the prompt, in seconds
	Took   int               `json:"took"`  // seconds
	Tool   string            `json:"tool"`
	Input  map[string]string `json:"input"`
	Failed bool              `json:"failed"`
	Answer string            `json:"answer"`
}

// Play plays the whole day and returns the workspace of its last session.
func (d Day) Play() (workspace string, err error) {
	var sessions []session
	if err := json.Unmarshal(sessionsJSON, &sessions); err != nil {
		return "", err
	}
	if err := d.plugins(); err != nil {
		return "", err
	}
	for i, s := range sessions {
		id := fmt.Sprintf("%08x-0000-4000-8000-%012x", 0xd0a1+i*0x1111, i+1)
		workspace = filepath.Join(d.Folder, "work", s.Workspace)
		if err := os.MkdirAll(workspace, 0o755); err != nil {
			return "", err
		}
		if err := d.session(id, workspace, s, i < len(sessions)-1); err != nil {
			return "", fmt.Errorf("play session %d: %w", i+1, err)
		}
	}
	return workspace, nil
}

func (d Day) session(id, workspace string, s session, ends bool) error {
	send := func(event string, fields map[string]any) (string, error) {
		fields["hook_event_name"], fields["session_id"], fields["cwd"] = event, id, workspace
		data, err := json.Marshal(fields)
		if err != nil {
			return "", err
		}
		answer, err := d.Hook(append(data, '\n'))
		return string(answer), err
	}
	_, failed := send("SessionStart", map[string]any{"source": "startup"})
	record := transcript{id: id, workspace: workspace}
	for i, p := range s.Prompts {
		answer, err := send("UserPromptSubmit", map[string]any{"prompt": p.Text})
		failed = errors.Join(failed, err)
		record.prompt(p.Text, i)
		if p.Used && strings.Contains(answer, p.Item) {
			_, err = send("PostToolUse", map[string]any{
				"tool_name": "Skill", "tool_input": map[string]string{"skill": p.Item}, "tool_response": map[string]bool{"success": true}, "tool_use_id": fmt.Sprintf("tool-%d", i),
			})
			failed = errors.Join(failed, err)
			record.did(act{Tool: "Skill", Input: map[string]string{"skill": p.Item}})
		}
		for _, did := range p.Did {
			record.did(did)
		}
		_, err = send("Stop", map[string]any{})
		failed = errors.Join(failed, err)
	}
	if ends {
		_, err := send("SessionEnd", map[string]any{"reason": "other"})
		failed = errors.Join(failed, err)
	}
	return errors.Join(failed, d.write(record))
}

// other is the hook of another plugin.
type other struct {
	plugin, event, matcher string
	ms                     []int // that its runs take
	seconds                int   // that the client waits
}

var others = []other{
	{"ruff-guard", "PostToolUse", "Edit|Write", []int{520, 610, 840, 930, 1250, 1700, 2400}, 60},
	{"tts-notify", "Stop", "", []int{2100, 2900, 3900, 4200, 6800, 9100}, 30},
	{"secrets-scan", "PreToolUse", "Bash", []int{41, 88, 95, 110, 170, 210}, 60},
}

// ours are two of this program's hooks.
var ours = []other{
	{"impressionism-hook", "UserPromptSubmit", "", []int{9, 14, 22, 31, 36, 41, 48}, 5},
	{"impressionism-hook", "Stop", "", []int{4, 5, 6, 7, 9, 11}, 5},
}

// command is how the hook is wired, and how the client writes of it.
func (o other) command() string { return `"${CLAUDE_PLUGIN_ROOT}/bin/` + o.plugin + `"` }

// plugins installs the others' plugins and this program's, as the client does.
func (d Day) plugins() error {
	installed, enabled := map[string]any{}, map[string]bool{}
	for _, o := range others {
		root := filepath.Join(d.ClientHome(), "plugins", "cache", "team", o.plugin, "1.0.0")
		entry := map[string]any{"hooks": []any{map[string]any{"type": "command", "command": o.command(), "timeout": o.seconds}}}
		if o.matcher != "" {
			entry["matcher"] = o.matcher
		}
		err := errors.Join(
			write(filepath.Join(root, ".claude-plugin", "plugin.json"), map[string]string{"name": o.plugin, "version": "1.0.0"}),
			os.MkdirAll(filepath.Join(root, "bin"), 0o755),
			os.WriteFile(filepath.Join(root, "bin", o.plugin), []byte("#!/bin/sh\n"), 0o755), //nolint:gosec // a program, which nobody runs
			write(filepath.Join(root, "hooks", "hooks.json"), map[string]any{"hooks": map[string]any{o.event: []any{entry}}}))
		if err != nil {
			return err
		}
		installed[o.plugin+"@team"] = []any{map[string]string{"scope": "user", "installPath": root, "version": "1.0.0"}}
		enabled[o.plugin+"@team"] = true
	}
	root, err := d.own()
	if err != nil {
		return err
	}
	installed["impressionism@team"] = []any{map[string]string{"scope": "user", "installPath": root, "version": "0.1.0"}}
	enabled["impressionism@team"] = true
	return errors.Join(
		write(filepath.Join(d.ClientHome(), "plugins", "installed_plugins.json"), map[string]any{"version": 2, "plugins": installed}),
		write(filepath.Join(d.ClientHome(), "settings.json"), map[string]any{"enabledPlugins": enabled}))
}

// own installs this program's plugin: its hooks, and links to the programs.
func (d Day) own() (root string, err error) {
	root = filepath.Join(d.ClientHome(), "plugins", "cache", "team", "impressionism", "0.1.0")
	for _, name := range []string{filepath.Join(".claude-plugin", "plugin.json"), filepath.Join("hooks", "hooks.json")} {
		data, err := os.ReadFile(filepath.Join(d.Plugin, name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), data, 0o600)
		}
		if err != nil {
			return root, err
		}
	}
	bin := filepath.Join(root, "bin")
	return root, errors.Join(os.MkdirAll(bin, 0o755),
		os.Symlink(d.Binary, filepath.Join(bin, "impressionism")),
		os.Symlink(filepath.Join(filepath.Dir(d.Binary), "impressionism-hook"), filepath.Join(bin, "impressionism-hook")))
}

// transcript is what the client would have written of a session: the prompts, the runs of hooks
// with their times, and what the model did.
type transcript struct {
	id, workspace string
	lines         []byte
	number        int
	asked         time.Time // when the last prompt was
}

func (t *transcript) add(at time.Time, fields map[string]any) {
	t.number++
	fields["sessionId"], fields["cwd"], fields["version"], fields["isSidechain"] = t.id, t.workspace, "2.1.329", false
	fields["uuid"], fields["timestamp"] = fmt.Sprintf("%s-%d", t.id, t.number), at.UTC().Format(time.RFC3339Nano)
	line, err := json.Marshal(fields)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	t.lines = append(append(t.lines, line...), '\n')
}

// prompt adds the prompt with a number from 0, and the hooks that ran at it.
func (t *transcript) prompt(text string, number int) {
	t.asked = time.Now()
	t.add(t.asked, map[string]any{"type": "user", "message": map[string]string{"role": "user", "content": text}})
	for _, o := range append(ours, others...) {
		t.add(t.asked, map[string]any{"type": "attachment", "attachment": map[string]any{
			"type": "hook_success", "hookName": o.event, "hookEvent": o.event, "command": o.command(), "stdout": "ok\n", "stderr": "", "exitCode": 0, "durationMs": o.ms[(number+len(filepath.Base(t.workspace)))%len(o.ms)],
		}})
	}
}

// did adds an act of the model, with what it took in tokens, and a tool's result.
func (t *transcript) did(a act) {
	at := t.asked.Add(time.Duration(a.After) * time.Second)
	call := fmt.Sprintf("toolu_%d", t.number)
	block := map[string]any{"type": "text", "text": a.Answer}
	if a.Tool != "" {
		block = map[string]any{"type": "tool_use", "id": call, "name": a.Tool, "input": a.Input}
	}
	t.add(at, map[string]any{"type": "assistant", "message": map[string]any{
		"role": "assistant", "id": fmt.Sprintf("msg_%d", t.number), "content": []any{block},
		"usage": map[string]int{"input_tokens": 12, "output_tokens": 80 + 7*t.number, "cache_read_input_tokens": 18_000 + 300*t.number},
	}})
	if a.Tool != "" {
		t.add(at.Add(time.Duration(a.Took)*time.Second), map[string]any{"type": "user", "message": map[string]any{
			"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": call, "is_error": a.Failed, "content": "…"}},
		}})
	}
}

// write writes a transcript where the client keeps it.
func (d Day) write(t transcript) error {
	slug := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, t.workspace)
	path := filepath.Join(d.ClientHome(), "projects", slug, t.id+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, t.lines, 0o600)
}

func write(path string, value any) error {
	data, err := json.Marshal(value)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// Command try unpacks an archive of a release into an empty home and holds the
// program in it to what a user is promised: it starts, finds its model where there is
// one, and answers a prompt. It needs no C compiler.
//
//	go run ./cmd/build/dist/try [-with "PREFIX …"] ARCHIVE
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/program"
)

func main() {
	with := flag.String("with", "", "words before the program's name, as of an emulator")
	flag.Parse()
	if err := run(flag.Args(), strings.Fields(*with)); err != nil {
		fmt.Fprintln(os.Stderr, "try:", err)
		os.Exit(1)
	}
}

func run(args, with []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d archives are named, not one", len(args))
	}
	archives, err := filepath.Glob(args[0])
	if err != nil || len(archives) != 1 {
		return fmt.Errorf("%d files are %s, not one", len(archives), args[0])
	}
	home, err := os.MkdirTemp("", "an empty höme (try) ")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	if err := program.Unpack(context.Background(), archives[0], home); err != nil {
		return fmt.Errorf("unpack %s: %w", archives[0], err)
	}
	return newTrial(home, with).run()
}

// commandWait ends a program that hangs; an emulator takes its time.
const commandWait = 5 * time.Minute

// trial is one unpacked archive.
type trial struct {
	home, root string
	start      []string
	model      bool
}

func newTrial(home string, with []string) trial {
	t := trial{home: home, root: filepath.Join(home, "impressionism")}
	program := filepath.Join(t.root, "bin", "impressionism")
	if _, err := os.Stat(program + ".exe"); err == nil {
		program += ".exe"
	}
	t.start = append(with, program)
	_, err := os.Stat(filepath.Join(t.root, "models"))
	t.model = err == nil
	return t
}

// say runs the program with the archive alone: no setting, and no model but its own.
func (t trial) say(input string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commandWait)
	defer cancel()
	start := slices.Clone(t.start)
	if slices.Equal(args, []string{"hook"}) { // as the client starts it
		last := &start[len(start)-1]
		*last = strings.Replace(*last, filepath.Join("bin", "impressionism"), filepath.Join("bin", "impressionism-hook"), 1)
		args = nil
	}
	args = append(start[1:len(start):len(start)], args...)
	command := exec.CommandContext(ctx, start[0], args...)
	command.Dir = t.home
	command.Env = []string{
		"HOME=" + t.home, "USERPROFILE=" + t.home, "LOCALAPPDATA=" + t.home, "APPDATA=" + t.home, "TMPDIR=" + t.home,
		"PATH=" + os.Getenv("PATH"), "SystemRoot=" + os.Getenv("SystemRoot"), "WINEPREFIX=" + os.Getenv("WINEPREFIX"),
		"IMPRESSIONISM_SKILLS_DIR=" + filepath.Join(t.home, "skills"),
		// cold machines and emulators are slow, and this is no test of speed
		"IMPRESSIONISM_HOOK_PROMPT_MS=250000", "IMPRESSIONISM_HOOK_MODEL_MS=200000", "IMPRESSIONISM_HOOK_SESSION_START_MS=250000",
	}
	command.Stdin = strings.NewReader(input)
	var out, errOut bytes.Buffer
	command.Stdout, command.Stderr = &out, &errOut
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("impressionism %s: %w\n%s", strings.Join(args[len(start)-1:], " "), err, errOut.String())
	}
	return out.String(), nil
}

// run tries what a first session does.
func (t trial) run() error {
	if err := t.writeSkills(); err != nil {
		return err
	}
	for _, step := range []struct {
		input string
		args  []string
		want  string
	}{
		{"", []string{"--version"}, "impressionism version "},
		{"", []string{"model", "status"}, t.modelStatus()},
		{"", []string{"index"}, "Indexed 2 items"},
		{t.event("SessionStart", "source", "startup"), []string{"hook"}, ""},
		{t.event("UserPromptSubmit", "prompt", "write a database migration that adds a column to a big postgres table"), []string{"hook"}, "/database-migrations"},
	} {
		said, err := t.say(step.input, step.args...)
		if err != nil {
			return err
		}
		if !strings.Contains(said, step.want) {
			return fmt.Errorf("impressionism %s says %q, not %q", strings.Join(step.args, " "), said, step.want)
		}
		first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
		fmt.Printf("impressionism %s: %.120s\n", strings.Join(step.args, " "), first)
	}
	return nil
}

func (t trial) modelStatus() string {
	if t.model {
		return "all-MiniLM-L6-v2-skills: installed"
	}
	return "all-MiniLM-L6-v2-skills: missing"
}

func (t trial) event(name, key, value string) string {
	data, err := json.Marshal(map[string]string{
		"hook_event_name": name, "session_id": "try", "cwd": t.home, "transcript_path": filepath.Join(t.home, "none.jsonl"), key: value,
	})
	if err != nil {
		panic(err) // strings alone
	}
	return string(data)
}

func (t trial) writeSkills() error {
	for name, description := range map[string]string{
		"database-migrations": "Write safe schema migrations for PostgreSQL: add columns, backfill, build indexes without locking big tables. Use when a database table has to change.",
		"release-notes":       "Write release notes from merged pull requests. Use when a version is published.",
	} {
		folder := filepath.Join(t.home, "skills", name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		text := "---\nname: " + name + "\ndescription: \"" + description + "\"\n---\n\n# " + name + "\n"
		if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

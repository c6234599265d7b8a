// Command demo shows the main job on a real catalog, through the program as the
// client calls it: index, one prompt through the hook, what was decided and how
// long each step took. It writes nothing outside its own data folder.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/demo/day"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
)

const defaultPrompt = "our signup page got slow after the last release and people with screen readers cannot use the form, where do I start?"

func main() { os.Exit(run(os.Args[1:], os.Environ(), os.Stdout, os.Stderr)) }

// demo is one showing.
type demo struct {
	binary    string
	samples   string // the bundled catalog
	workspace string
	home      string // data folder
	dir       string // in which commands run; empty: here
	environ   []string
	out, err  io.Writer
	steps     float64 // milliseconds
}

func run(args, environ []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(errOut)
	binary := flags.String("binary", "bin/impressionism", "the program")
	home := flags.String("home", ".demo", "data folder of the demo")
	samples := flags.String("samples", "examples/skills", "catalog to use where you have no skills of your own")
	prompt := flags.String("prompt", "", "what to ask")
	page := flags.Bool("page", false, "play a day of work instead, and open the page about it")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	d, err := newDemo(*binary, *home, *samples, environ, out, errOut)
	if err == nil && *page {
		err = d.page()
	} else if err == nil {
		err = d.show(*prompt)
	}
	if err != nil {
		fmt.Fprintln(errOut, "demo:", err)
		return 1
	}
	return 0
}

func newDemo(binary, home, samples string, environ []string, out, errOut io.Writer) (*demo, error) {
	d := &demo{out: out, err: errOut}
	var err error
	if d.binary, err = filepath.Abs(binary); err != nil {
		return nil, err
	}
	if home, err = filepath.Abs(home); err != nil {
		return nil, err
	}
	if d.samples, err = filepath.Abs(samples); err != nil {
		return nil, err
	}
	if d.workspace, err = os.Getwd(); err != nil {
		return nil, err
	}
	d.home = home
	// A first hook on a cold disk may take longer than a prompt would wait.
	d.environ = append(environ, "IMPRESSIONISM_HOME="+home, "IMPRESSIONISM_HOOK_PROMPT_MS=5000", "IMPRESSIONISM_HOOK_MODEL_MS=4000")
	return d, nil
}

func (d *demo) show(prompt string) error {
	if prompt == "" {
		prompt = defaultPrompt
	}
	if err := d.model(); err != nil {
		return err
	}
	if err := d.catalog(); err != nil {
		return err
	}
	return d.ask(prompt)
}

// model installs what is missing. Without it words alone decide, so a failure
// is told and the demo goes on.
func (d *demo) model() error {
	d.title("Model")
	command := d.command("model", "install")
	command.Stdout, command.Stderr = d.out, d.err
	if err := command.Run(); err != nil {
		fmt.Fprintln(d.out, "No model: the demo goes on with words only.")
	}
	return nil
}

// catalog takes the user's own skills, else the bundled ones.
func (d *demo) catalog() error {
	d.title("Catalog")
	var budget shape.Budget
	if err := d.json(&budget, "skills", "budget", "--json"); err != nil {
		return err
	}
	if budget.Items == 0 {
		d.environ = append(d.environ, "IMPRESSIONISM_SKILLS_DIR="+d.samples)
		if err := d.json(&budget, "skills", "budget", "--json"); err != nil {
			return err
		}
		fmt.Fprintln(d.out, "You have no skills of your own here; these are the bundled samples.")
	}
	fmt.Fprintf(d.out, "%d skills and commands. Of their descriptions the client shows the model %d and hides %d\n(%d of %d characters on a model with %d tokens).\n",
		budget.Items, budget.Shown, budget.Hidden, budget.Used, budget.Chars, budget.Window)
	command := d.command("index")
	command.Stdout, command.Stderr = d.out, d.err
	return command.Run()
}

// ask sends one prompt through the hook and tells what came of it.
func (d *demo) ask(prompt string) error {
	d.title("Prompt")
	fmt.Fprintln(d.out, prompt)
	session := fmt.Sprintf("demo-%d", time.Now().UnixNano())
	event, err := json.Marshal(map[string]string{
		"hook_event_name": "UserPromptSubmit", "session_id": session, "cwd": d.workspace, "prompt": prompt,
	})
	if err != nil {
		return err
	}
	hook := d.command("hook")
	hook.Stdin, hook.Stderr = bytes.NewReader(append(event, '\n')), d.err
	began := time.Now()
	answer, err := hook.Output()
	if err != nil {
		return fmt.Errorf("hook: %w", err)
	}
	took := time.Since(began)
	if err := d.decision(session); err != nil {
		return err
	}
	whole := float64(took.Microseconds()) / 1000
	fmt.Fprintf(d.out, "%-8s %6.1f ms  starting the process, opening the databases, storing\n", "rest", whole-d.steps)
	fmt.Fprintf(d.out, "%-8s %6.1f ms  without a deadline, and cold; in the client a prompt gets 150 ms, and a server\n%20s  that runs already answers faster\n", "in all", whole, "")
	d.title("What the client gets on the hook's stdout")
	if len(answer) == 0 {
		fmt.Fprintln(d.out, "(nothing: the hook is silent)")
		return nil
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, answer, "", "  "); err != nil {
		return fmt.Errorf("the hook's answer is no JSON: %w", err)
	}
	fmt.Fprintln(d.out, strings.TrimSpace(indented.String()))
	return nil
}

func (d *demo) decision(session string) error {
	d.title("Decision")
	why := d.command("why", "--session", session)
	why.Stdout, why.Stderr = d.out, d.err
	if err := why.Run(); err != nil {
		return err
	}
	var stored shape.Why
	if err := d.json(&stored, "why", "--session", session, "--json"); err != nil {
		return err
	}
	d.title("Time")
	for _, decision := range stored.Decisions {
		for _, step := range []string{"record", "index", "state", "ruleset", "render"} {
			fmt.Fprintf(d.out, "%-8s %6.1f ms\n", step, decision.StepsMS[step])
			d.steps += decision.StepsMS[step]
		}
	}
	return nil
}

// page plays an invented day of work, on the samples and with a client's folder of its own,
// and opens the page about it.
func (d *demo) page() error {
	if err := d.model(); err != nil {
		return err
	}
	d.title("A day of work")
	folder := filepath.Join(d.home, "day")
	played := day.Day{Folder: folder, Plugin: filepath.Join(filepath.Dir(filepath.Dir(d.samples)), "plugin"), Binary: d.binary, Hook: func(event []byte) ([]byte, error) {
		hook := d.command("hook")
		hook.Stdin, hook.Stderr = bytes.NewReader(event), d.err
		return hook.Output()
	}}
	d.environ = append(d.environ, "IMPRESSIONISM_HOME="+folder, "IMPRESSIONISM_SKILLS_DIR="+d.samples, "CLAUDE_CONFIG_DIR="+played.ClientHome())
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := os.Symlink(filepath.Join(d.home, "models"), filepath.Join(folder, "models")); err != nil {
		fmt.Fprintln(d.out, "The day goes by words only:", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.yaml"), []byte(day.Settings), 0o600); err != nil {
		return err
	}
	if err := d.run("index", "--quiet"); err != nil {
		return err
	}
	workspace, err := played.Play()
	if err != nil {
		return err
	}
	d.dir = workspace
	if err := d.run("digest", "--days", "1"); err != nil {
		return err
	}
	return d.run("ui")
}

// run runs a command of the program whose output is the demo's.
func (d *demo) run(args ...string) error {
	command := d.command(args...)
	command.Stdout, command.Stderr, command.Dir = d.out, d.err, d.dir
	if err := command.Run(); err != nil {
		return fmt.Errorf("impressionism %s: %w", strings.Join(args, " "), err)
	}
	return nil
}

func (d *demo) json(into any, args ...string) error {
	command := d.command(args...)
	command.Stderr = d.err
	data, err := command.Output()
	if err != nil {
		return fmt.Errorf("impressionism %s: %w", strings.Join(args, " "), err)
	}
	return json.Unmarshal(data, into)
}

func (d *demo) command(args ...string) *exec.Cmd {
	command := exec.Command(d.binary, args...)
	command.Env = d.environ
	return command
}

func (d *demo) title(text string) {
	fmt.Fprintf(d.out, "\n%s\n%s\n", text, strings.Repeat("─", len([]rune(text))))
}

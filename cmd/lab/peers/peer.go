package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval"
)

// peer is one program that suggests skills of one catalog.
type peer struct {
	ways     []way
	variants []variant // the first is what the hook does
	// ask returns the answers to prompts, in order: rankings of a peer that has a
	// threshold, and what was told of one that has none.
	ask func(ctx context.Context, queries []eval.Query) ([]answer, error)
	// limit sets the threshold of the hook; nil: it has none.
	limit func(least float64) error
	told  *regexp.Regexp // its first group is an item, in what the hook prints
	end   func() []string
}

// way is how a program is started for a prompt.
type way struct {
	name  string
	start func(session, prompt string) bench.Start
}

// variant is how much of a peer's answers is told.
type variant struct {
	name   string
	choose func(a answer, least float64) []string
}

// answer is what a peer says to a prompt.
type answer struct {
	ranking []eval.Ranked
	told    []string
	output  []byte
}

// suggestionsMax is how many items a hook suggests whose rules are ours to write: as many
// as our program does.
const suggestionsMax = 2

// event is a prompt as the client hands it to a hook.
func (c *catalog) event(session, prompt string) []byte {
	encoded, err := json.Marshal(map[string]any{
		"session_id": session, "cwd": c.work, "hook_event_name": "UserPromptSubmit", "prompt": prompt,
		"permission_mode": "default", "transcript_path": "",
	})
	if err != nil {
		panic(err) // texts always encode
	}
	return encoded
}

// environ are the variables of peers: the user's folder, and no word to anybody.
func (c *catalog) environ(more ...string) []string {
	return append(append(bench.Variables(c.user, c.folder), "DO_NOT_TRACK=1"), more...)
}

// read returns the items in what a hook printed.
func (p *peer) read(output []byte) ([]string, error) {
	if len(bytes.TrimSpace(output)) == 0 {
		return nil, nil
	}
	var printed struct {
		HookSpecificOutput struct{ AdditionalContext string }
	}
	if err := json.Unmarshal(output, &printed); err != nil {
		return nil, fmt.Errorf("read the answer %.200q: %w", output, err)
	}
	var told []string
	for _, match := range p.told.FindAllStringSubmatch(printed.HookSpecificOutput.AdditionalContext, -1) {
		told = append(told, match[1])
	}
	if len(told) == 0 {
		return nil, fmt.Errorf("there is no item in the answer %.200q", output)
	}
	return told, nil
}

// batch runs a program once for many prompts: a line of events each, a line of answers each.
func (c *catalog) batch(ctx context.Context, start bench.Start, queries []eval.Query) ([]answer, error) {
	var events bytes.Buffer
	for _, query := range queries {
		events.Write(append(c.event(query.ID, query.Text), '\n'))
	}
	start.Input = events.Bytes()
	out, err := output(ctx, start)
	if err != nil {
		return nil, err
	}
	lines := slices.Collect(strings.Lines(string(out)))
	if len(lines) != len(queries) {
		return nil, fmt.Errorf("%d answers to %d prompts", len(lines), len(queries))
	}
	answers := make([]answer, len(lines))
	for i, line := range lines {
		var row struct {
			Ranking []eval.Ranked
			Output  string
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			return nil, fmt.Errorf("read answer %d: %w", i+1, err)
		}
		answers[i] = answer{ranking: row.Ranking, output: []byte(row.Output)}
	}
	return answers, nil
}

// outputWait is how long an untimed program may take: a batch of all prompts, an index with
// embeddings, an installation.
const outputWait = 10 * time.Minute

// output runs a program that need not be timed, and returns what it prints.
func output(ctx context.Context, start bench.Start) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, outputWait)
	defer cancel()
	command := exec.CommandContext(ctx, start.Command[0], start.Command[1:]...)
	command.Dir, command.Env, command.Stdin = start.Dir, start.Environ, bytes.NewReader(start.Input)
	out, err := command.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("%w: %.500s", err, failed.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", strings.Join(start.Command[:min(3, len(start.Command))], " "), err)
	}
	return out, nil
}

// Package client starts Claude Code without a screen, for one prompt, and reads
// the client's report. It uses no shell, passes on only the variables that the caller
// sets, and does not know which plugin runs inside, nor why.
package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Run is one prompt in a session of its own.
type Run struct {
	Program    string   // the client
	Folder     string   // that it works in
	Plugin     string   // folder of the one plugin; empty: none
	Model      string   // empty: the client's choice
	Prompt     string   // goes in by stdin, whatever it looks like
	Variables  []string // the whole environment
	AnswersMax int      // of the model; tools run in between, as far as the client lets them
	USDMax     float64  // by the client's own account; it may end one request above it
	Limit      time.Duration
}

// Variables is the least that the client needs: a home of its own, and no reason
// to talk to anyone but the API. Nothing is retried, so that what is counted is
// what was asked.
func Variables(home, temp, path string) []string {
	return []string{
		"PATH=" + path, "LANG=C.UTF-8", "HOME=" + home, "TMPDIR=" + temp,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1",
		"CLAUDE_CODE_MAX_RETRIES=0",
	}
}

// pipeWait is how long the client's children may hold its pipes once it is gone.
const pipeWait = 5 * time.Second

// Do runs the client and waits for its end. A model that fails is in the report;
// an error means that there is none.
func (r Run) Do(ctx context.Context) (Report, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Limit)
	defer cancel()
	command := exec.CommandContext(ctx, r.Program, r.args()...)
	command.Dir, command.Env = r.Folder, r.Variables
	command.Stdin = strings.NewReader(r.Prompt)
	trouble := &complaint{}
	command.Stderr = trouble
	command.WaitDelay = pipeWait
	inGroup(command)
	out, err := command.StdoutPipe()
	if err != nil {
		return Report{}, fmt.Errorf("run the client: %w", err)
	}
	if err := command.Start(); err != nil {
		return Report{}, fmt.Errorf("run the client: %w", err)
	}
	report, decodeErr := Decode(out)
	if decodeErr != nil {
		_ = command.Cancel() // what it still has to say is not read
	}
	waitErr := command.Wait()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return report, fmt.Errorf("run the client: it was ended after %v", r.Limit)
	case ctx.Err() != nil:
		return report, ctx.Err()
	case decodeErr != nil:
		return report, fmt.Errorf("read what the client reports: %w%s", decodeErr, trouble.words())
	case report.Ended == "":
		return report, fmt.Errorf("run the client: it ended without a result (%v)%s", waitErr, trouble.words())
	}
	return report, nil
}

func (r Run) args() []string {
	args := []string{
		"--print", "--output-format", "stream-json", "--verbose", "--strict-mcp-config",
		"--allowedTools", "Skill", "--disallowedTools", "Agent,Task", // a subagent's answers would not be counted
		"--max-turns", strconv.Itoa(r.AnswersMax),
	}
	if r.USDMax > 0 {
		args = append(args, "--max-budget-usd", strconv.FormatFloat(r.USDMax, 'f', 4, 64))
	}
	if r.Plugin != "" {
		args = append(args, "--plugin-dir", r.Plugin)
	}
	if r.Model != "" {
		args = append(args, "--model", r.Model)
	}
	return args
}

// complaint keeps the beginning of what the client complains of.
type complaint struct{ bytes.Buffer }

// complaintBytesMax is enough for the lines that matter.
const complaintBytesMax = 2_000

// Write takes everything and keeps what there is room for.
func (t *complaint) Write(data []byte) (int, error) {
	if room := complaintBytesMax - t.Len(); room > 0 {
		t.Buffer.Write(data[:min(room, len(data))])
	}
	return len(data), nil
}

func (t *complaint) words() string {
	if said := strings.TrimSpace(t.String()); said != "" {
		return "; it said: " + strings.ToValidUTF8(said, "")
	}
	return ""
}

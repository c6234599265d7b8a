package clienttest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// TurnLimit is how long one prompt, or the end of a session, may take. On an idle
// machine it is half a second.
const TurnLimit = 60 * time.Second

// Options say which client is run, and where.
type Options struct {
	Program string   // the client
	API     *API     // its model
	Home    string   // all of the client's own state goes here
	Folder  string   // the project
	Scratch string   // for temporary files and what the client notes for debugging
	Env     []string // besides the least that the client needs
	Args    []string // besides those that make it read prompts from a pipe
}

// Session is a running client that reads its prompts from a pipe.
type Session struct {
	ID string // known after the first turn

	api     *API
	command *exec.Cmd
	prompts io.WriteCloser
	lines   *lines
	ended   chan error
	stderr  *os.File
	debug   string
	seen    int // requests of earlier turns
}

// Start begins a session. Whoever starts it ends it, or kills it.
func Start(o Options) (*Session, error) {
	scratch, err := os.MkdirTemp(o.Scratch, "client-")
	if err != nil {
		return nil, fmt.Errorf("start the client: %w", err)
	}
	s := &Session{api: o.API, debug: filepath.Join(scratch, "debug.txt"), ended: make(chan error, 1)}
	s.command = exec.Command(o.Program, append([]string{
		"--print", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--debug-file", s.debug,
	}, o.Args...)...)
	s.command.Dir = o.Folder
	s.command.Env = append(Environ(o.API, o.Home, scratch), o.Env...)
	inGroup(s.command)
	if s.stderr, err = os.Create(filepath.Join(scratch, "stderr.txt")); err != nil {
		return nil, fmt.Errorf("start the client: %w", err)
	}
	s.command.Stderr = s.stderr
	if s.prompts, err = s.command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start the client: %w", err)
	}
	s.lines = newLines()
	s.command.Stdout = s.lines
	s.seen = len(o.API.Requests())
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("start the client: %w", err)
	}
	go func() {
		err := s.command.Wait()
		s.lines.close()
		s.ended <- err
	}()
	return s, nil
}

// Environ is the client's whole environment: nothing of the developer's own, and
// no reason to talk to anyone but the API.
func Environ(api *API, home, temp string) []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + home, "TMPDIR=" + temp,
		"ANTHROPIC_BASE_URL=" + api.URL(), "ANTHROPIC_API_KEY=test-key",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1",
		"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP=2",
	}
}

// Prompt sends one prompt and waits until the client is done with it.
func (s *Session) Prompt(text string) (Turn, error) {
	line := append(encode(object{"type": "user", "message": object{"role": "user", "content": text}}), '\n')
	if _, err := s.prompts.Write(line); err != nil {
		return Turn{}, fmt.Errorf("send the prompt: %w\n%s", err, s.Trouble())
	}
	result, err := s.lines.result(TurnLimit)
	if err != nil {
		s.Kill()
		return Turn{}, fmt.Errorf("wait for the answer: %w\n%s", err, s.Trouble())
	}
	s.ID = result.Session
	turn := Turn{Prompt: text, Answer: result.Result, IsError: result.IsError}
	all := s.api.Requests()
	for _, request := range all[s.seen:] {
		if request.Main() && (request.Session == "" || request.Session == s.ID) {
			turn.Requests = append(turn.Requests, request)
		}
	}
	s.seen = len(all)
	return turn, nil
}

// End closes the session as a user does, and fails if the client does.
func (s *Session) End() error {
	_ = s.prompts.Close() // a client that is gone is told by its exit
	select {
	case err := <-s.ended:
		s.ended <- err
		killGroup(s.command) // what hooks left behind
		if err != nil {
			return fmt.Errorf("end the client: %w\n%s", err, s.Trouble())
		}
		return nil
	case <-time.After(TurnLimit):
		s.Kill()
		return errors.New("end the client: it did not end\n" + s.Trouble())
	}
}

// Kill ends the client and all that it started.
func (s *Session) Kill() {
	killGroup(s.command)
	s.ended <- <-s.ended
}

// Debug is what the client noted for debugging.
func (s *Session) Debug() string {
	data, err := os.ReadFile(s.debug)
	if err != nil {
		return fmt.Sprintf("(no notes: %v)", err)
	}
	return string(data)
}

// Stderr is what the client told its user besides the answer.
func (s *Session) Stderr() string {
	data, err := os.ReadFile(s.stderr.Name())
	if err != nil {
		return fmt.Sprintf("(nothing: %v)", err)
	}
	return string(data)
}

// troubleLines of the client's notes stand in an error.
const troubleLines = 80

// Trouble is what helps to see why a session went wrong.
func (s *Session) Trouble() string {
	notes := strings.Split(strings.TrimSpace(s.Debug()), "\n")
	if len(notes) > troubleLines {
		notes = notes[len(notes)-troubleLines:]
	}
	return fmt.Sprintf("--- stderr\n%s\n--- the last notes\n%s", strings.TrimSpace(s.Stderr()), strings.Join(notes, "\n"))
}

package clienttest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// TurnLimit is how long one prompt, or the end of a session, may take. On an idle
// machine it is half a second.
const TurnLimit = 60 * time.Second

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
	s, err := prepare(o, "--print", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
	if err != nil {
		return nil, err
	}
	if s.prompts, err = s.command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start the client: %w", err)
	}
	s.lines = newLines()
	s.command.Stdout = s.lines
	if err := s.run(); err != nil {
		return nil, err
	}
	return s, nil
}

// Once runs a session of one prompt, given on the command line. It has ended then.
func Once(o Options, prompt string) (*Session, Turn, error) {
	s, err := prepare(o, "--print", prompt)
	if err != nil {
		return nil, Turn{}, err
	}
	var printed bytes.Buffer
	s.command.Stdout, s.lines, s.prompts = &printed, newLines(), nil
	if err := s.run(); err != nil {
		return nil, Turn{}, err
	}
	if err := s.End(); err != nil {
		return nil, Turn{}, err
	}
	return s, s.turn(prompt, printed.String()), nil
}

// prepare is what sessions of both kinds have in common.
func prepare(o Options, args ...string) (*Session, error) {
	scratch, err := os.MkdirTemp(o.Scratch, "client-")
	if err != nil {
		return nil, fmt.Errorf("start the client: %w", err)
	}
	s := &Session{api: o.API, debug: filepath.Join(scratch, "debug.txt"), ended: make(chan error, 1), seen: len(o.API.Requests())}
	s.command = exec.Command(o.Program, slices.Concat(args, []string{"--debug-file", s.debug}, o.Args)...)
	s.command.Dir = o.Folder
	s.command.Env = append(Environ(o.API, o.Home, scratch), o.Env...)
	inGroup(s.command)
	if s.stderr, err = os.Create(filepath.Join(scratch, "stderr.txt")); err != nil {
		return nil, fmt.Errorf("start the client: %w", err)
	}
	s.command.Stderr = s.stderr
	return s, nil
}

// run starts the client and waits for it on a goroutine, which the end of the
// session asks.
func (s *Session) run() error {
	if err := s.command.Start(); err != nil {
		return fmt.Errorf("start the client: %w", err)
	}
	go func() {
		err := s.command.Wait()
		s.lines.close()
		s.ended <- err
	}()
	return nil
}

// Prompt sends one prompt and waits until the client is done with it.
func (s *Session) Prompt(text string) (Turn, error) {
	if err := s.send(text); err != nil {
		return Turn{}, err
	}
	result, err := s.lines.result(TurnLimit)
	if err != nil {
		s.Kill()
		return Turn{}, fmt.Errorf("wait for the answer: %w\n%s", err, s.Trouble())
	}
	s.ID = result.Session
	turn := s.turn(text, result.Result)
	turn.IsError = result.IsError
	return turn, nil
}

func (s *Session) send(prompt string) error {
	line := append(encode(object{"type": "user", "message": object{"role": "user", "content": prompt}}), '\n')
	if _, err := s.prompts.Write(line); err != nil {
		return fmt.Errorf("send the prompt: %w\n%s", err, s.Trouble())
	}
	return nil
}

// Break sends one prompt, and kills the client while it waits for an answer of the
// model that is Silent.
func (s *Session) Break(text string) (Turn, error) {
	if err := s.send(text); err != nil {
		return Turn{}, err
	}
	defer s.Kill()
	select {
	case <-s.api.silent:
		return s.turn(text, ""), nil
	case r := <-s.lines.results:
		return Turn{}, fmt.Errorf("the client was done before the model fell silent, and answered %q\n%s", r.Result, s.Trouble())
	case <-time.After(TurnLimit):
		return Turn{}, errors.New("the model never fell silent\n" + s.Trouble())
	}
}

// turn takes the requests since the last one.
func (s *Session) turn(prompt, answer string) Turn {
	turn := Turn{Prompt: prompt, Answer: answer}
	all := s.api.Requests()
	for _, request := range all[s.seen:] {
		if request.Main() && (request.Session == "" || s.ID == "" || request.Session == s.ID) {
			turn.Requests = append(turn.Requests, request)
		}
	}
	s.seen = len(all)
	return turn
}

// End closes the session as a user does, and fails if the client does.
func (s *Session) End() error {
	if s.prompts != nil {
		_ = s.prompts.Close() // a client that is gone is told by its exit
	}
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

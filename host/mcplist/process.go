package mcplist

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/ed-irl/impressionism/host/client"
)

// How a server is ended: its input is closed, then it and all that it started are killed.
const (
	leaveTime = 300 * time.Millisecond // for a server to end by itself
	killTime  = 3 * time.Second        // for the system to end what was killed
	tailBytes = 4 << 10                // of what it writes to stderr are kept
)

// one lets one server run at a time: what a server leaves behind is told by that nothing else
// is started meanwhile.
var one sync.Mutex

// withProcess starts a server, has its list read, and ends it with all that it started.
func (t *talk) withProcess(ctx context.Context, version string, launch client.Launch) (err error) {
	one.Lock()
	defer one.Unlock()
	t.watch = &watch{}
	p, err := start(launch)
	if err != nil {
		return errors.New(t.said(err.Error()))
	}
	transport := &lines{from: bufio.NewReader(p.stdout), to: p.stdin, watch: t.watch, close: p.hangUp, ended: p.fate, left: BytesMax}
	err = t.over(ctx, version, transport)
	left := p.end()
	leftWords := ""
	if left > 0 {
		leftWords = fmt.Sprintf("; processes that it started and that could not be ended: %d; see: ps -ef", left)
		t.notes = append(t.notes, strings.TrimPrefix(leftWords, "; "))
	}
	if err != nil {
		return fmt.Errorf("%w%s%s%s", err, noiseWords(ctx, transport), t.lastWords(p), leftWords)
	}
	return nil
}

// fate says how a server ended, or else what it did while it runs.
func (p *process) fate(alive string) error {
	select {
	case <-p.exited:
	case <-time.After(leaveTime):
		return errors.New(alive)
	}
	if failed, ok := errors.AsType[*exec.ExitError](p.state); ok {
		return fmt.Errorf("it ended without an answer (%v)", failed)
	}
	return errors.New("it ended without an answer")
}

// noiseWords say how much output was no message, where that may be why there is no list.
func noiseWords(ctx context.Context, l *lines) string {
	if l.noise.Load() == 0 || errors.Is(ctx.Err(), context.Canceled) {
		return ""
	}
	return fmt.Sprintf("; lines of its output that are no messages: %d", l.noise.Load())
}

// lastWords are the last line that a server wrote to stderr.
func (t *talk) lastWords(p *process) string {
	text := strings.TrimSpace(t.hide(p.tail.text(t.secrets)))
	if text = t.said(text[strings.LastIndexByte(text, '\n')+1:]); text == "" {
		return ""
	}
	return "; it wrote last: " + text
}

// process is a server that runs.
type process struct {
	command       *exec.Cmd
	stdin, stdout *os.File
	stderr        *os.File
	tail          tail
	family        family
	exited        chan struct{}
	state         error // of Wait, once exited is closed
}

// start starts a server in a session of its own, without a terminal.
func start(launch client.Launch) (*process, error) {
	path, err := find(launch)
	if err != nil {
		return nil, err
	}
	p := &process{command: &exec.Cmd{Path: path, Args: append([]string{launch.Command}, launch.Args...), Dir: launch.Dir, Env: append([]string{}, launch.Environ...)}, exited: make(chan struct{})}
	theirs, err := p.pipes()
	if err != nil {
		return nil, fmt.Errorf("make pipes: %w", err)
	}
	apart(p.command)
	p.family, p.tail.ended = adopt(), make(chan struct{})
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the system ends a server whose thread ended, if this process is killed
		err := p.command.Start()
		started <- err
		if err == nil {
			p.state = p.command.Wait()
			close(p.exited)
		}
		runtime.UnlockOSThread()
	}()
	err = <-started
	for _, file := range theirs {
		_ = file.Close() // the process has them
	}
	if err != nil {
		p.family.release()
		_ = errors.Join(p.stdin.Close(), p.stdout.Close(), p.stderr.Close())
		return nil, startWords(err)
	}
	go p.tail.keep(p.stderr) // ends when the stream does, or is closed
	return p, nil
}

// pipes makes the streams, and returns the process's ends.
func (p *process) pipes() (theirs []*os.File, err error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.command.Stdin, p.stdin = in, out
	p.stdout, out, err = os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close(), p.stdin.Close())
	}
	p.command.Stdout = out
	var errOut *os.File
	p.stderr, errOut, err = os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close(), p.stdin.Close(), p.stdout.Close())
	}
	p.command.Stderr = errOut
	return []*os.File{in, out, errOut}, nil
}

// startWords say why a command did not start, without its path.
func startWords(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("its command, the interpreter of its script, or the folder that it is to run in is not there")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("its command is not executable for you")
	}
	return fmt.Errorf("its command does not start: %w", inner(err))
}

// find returns the file of a command, as the server's own PATH has it.
func find(launch client.Launch) (string, error) {
	if strings.ContainsRune(launch.Command, '/') || runtime.GOOS == "windows" && strings.ContainsAny(launch.Command, `\:`) {
		return launch.Command, nil
	}
	if launch.Command == "" {
		return "", errors.New("it has no command")
	}
	var folders []string
	for _, variable := range launch.Environ {
		if value, ok := strings.CutPrefix(variable, "PATH="); ok {
			folders = filepath.SplitList(value)
		}
	}
	for _, folder := range folders {
		path := filepath.Join(folder, launch.Command)
		if info, err := os.Stat(path); filepath.IsAbs(folder) && err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
			return path, nil
		}
	}
	if runtime.GOOS == "windows" {
		return exec.LookPath(launch.Command) // which knows what ends the names of programs
	}
	return "", errors.New("its command is in no folder of PATH")
}

// hangUp closes the streams, so that nobody waits for the process any more.
func (p *process) hangUp() error {
	_ = p.stdin.Close() // it may be closed already
	_ = p.stdout.SetReadDeadline(time.Now())
	return nil
}

// end ends the server and all that it started, and returns how many processes are left.
func (p *process) end() (left int) {
	_ = p.stdin.Close()
	select {
	case <-p.exited:
	case <-time.After(leaveTime):
	}
	left = p.family.kill(p.command.Process.Pid)
	select {
	case <-p.exited:
	case <-time.After(killTime):
		left++
	}
	select {
	case <-p.tail.ended: // all was read
	case <-time.After(leaveTime):
	}
	_ = errors.Join(p.stdout.Close(), p.stderr.Close()) // nobody reads them any more
	p.family.release()
	return left
}

// tail keeps the end of what is written.
type tail struct {
	mu    sync.Mutex
	kept  []byte
	isCut bool // more was written than is kept
	ended chan struct{}
}

func (t *tail) keep(from *os.File) {
	defer close(t.ended)
	buffer := make([]byte, tailBytes)
	for {
		n, err := from.Read(buffer)
		t.mu.Lock()
		t.kept = append(t.kept, buffer[:n]...)
		t.isCut = t.isCut || len(t.kept) > tailBytes
		t.kept = t.kept[max(0, len(t.kept)-tailBytes):]
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// text is what is kept. It does not begin within one of the secrets, nor within a word, which
// may be the end of a secret that only its beginning tells.
func (t *tail) text(secrets []string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(t.kept)
	if t.isCut {
		text = withoutHalf(text, secrets)
		text = strings.TrimLeftFunc(text, isNoSpace)
	}
	return strings.ToValidUTF8(text, "")
}

func isNoSpace(r rune) bool { return !unicode.IsSpace(r) }

// withoutHalf drops the end of a secret at the beginning of a text.
func withoutHalf(text string, secrets []string) string {
	half := 0
	for _, secret := range secrets {
		for n := min(len(secret)-1, len(text)); n > half; n-- {
			if strings.HasPrefix(text, secret[len(secret)-n:]) {
				half = n
			}
		}
	}
	return text[half:]
}

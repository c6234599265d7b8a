package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// Limits of one process.
const (
	processLimit = 15 * time.Minute // indexing with a model on a slow machine
	outputMax    = 4 << 20
)

// process is one program to run.
type process struct {
	command []string
	dir     string
	environ []string
	input   []byte
}

// outcome is what came of it.
type outcome struct {
	out, errOut []byte
	reading     reading
}

// reading is what the meter writes.
type reading struct {
	Nanoseconds int64 `json:"ns"`
	CPU         int64 `json:"cpu"`
	PeakBytes   int64 `json:"peak"`
	Exit        int   `json:"exit"`
	TimedOut    bool  `json:"timed_out"`
}

func (r reading) ms() float64 { return float64(r.Nanoseconds) / 1e6 }

// launcher starts processes through the meter. Standard streams are files, so
// that no goroutine of ours competes for the processor.
type launcher struct {
	meter  string
	folder string
}

func (l launcher) run(ctx context.Context, p process) (outcome, error) {
	path := func(name string) string { return filepath.Join(l.folder, "stream-"+name) }
	if err := os.WriteFile(path("in"), p.input, 0o600); err != nil {
		return outcome{}, err
	}
	args := append([]string{path("reading"), strconv.FormatInt(processLimit.Milliseconds(), 10)}, p.command...)
	command := exec.CommandContext(ctx, l.meter, args...)
	command.Dir, command.Env = p.dir, p.environ
	in, err := os.Open(path("in"))
	if err != nil {
		return outcome{}, err
	}
	defer in.Close()
	out, err := os.Create(path("out"))
	if err != nil {
		return outcome{}, err
	}
	defer out.Close()
	errOut, err := os.Create(path("err"))
	if err != nil {
		return outcome{}, err
	}
	defer errOut.Close()
	command.Stdin, command.Stdout, command.Stderr = in, out, errOut
	runErr := command.Run()
	o := outcome{}
	if o.out, err = readBack(out); err != nil {
		return o, err
	}
	if o.errOut, err = readBack(errOut); err != nil {
		return o, err
	}
	if runErr != nil {
		return o, fmt.Errorf("run %s: %w: %s", p.command[0], runErr, o.errOut)
	}
	encoded, err := os.ReadFile(path("reading"))
	if err != nil {
		return o, err
	}
	return o, json.Unmarshal(encoded, &o.reading)
}

func readBack(file *os.File) ([]byte, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(file, outputMax))
}

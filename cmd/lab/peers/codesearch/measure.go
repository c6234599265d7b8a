package codesearch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/eval/codeset"
)

// run is one run of the bench, in a temporary folder that goes with it.
type run struct {
	options
	folder   string
	set      codeset.Set
	sources  *sources
	progress io.Writer
	result   *result
	grepped  []reading // by question: how a reader goes on who found nothing otherwise
}

// reading is what is read for one question, in order, and the places that were named, best
// first. Pieces begin with what the program printed.
type reading struct {
	hits   []codeset.Hit
	pieces []piece
}

// measure is one whole run.
func measure(ctx context.Context, o options, progress io.Writer) (*result, error) {
	set, err := codeset.Open(o.set)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "impressionism-peers-code-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, err
	}
	r := &run{options: o, folder: folder, set: set, progress: progress, result: newResult(o, len(set.Questions))}
	if r.corpora == "" {
		if err := r.fetch(ctx); err != nil {
			return nil, err
		}
	}
	r.sources = &sources{folder: r.corpora, lines: map[string][]string{}}
	// Readers go on with grep where another program had no right place.
	readings, err := r.grep(ctx)
	if err != nil {
		return nil, err
	}
	if r.wants(nameGrep) {
		r.result.add(r.set, readings[0].name, readings[0].all, nil)
		r.result.add(r.set, readings[1].name, readings[1].all, nil)
	}
	r.grepped = readings[0].all
	for _, peer := range []struct {
		name string
		ask  func(context.Context) error
	}{{nameSemble, r.semble}, {nameOwn, r.own}} {
		if !r.wants(peer.name) {
			continue
		}
		fmt.Fprintln(progress, peer.name)
		if err := peer.ask(ctx); err != nil {
			return nil, fmt.Errorf("ask %s: %w", peer.name, err)
		}
	}
	return r.result, nil
}

func (r *run) wants(name string) bool { return slices.Contains(r.only, name) }

// fetch has the set's scripts fetch the sources.
func (r *run) fetch(ctx context.Context) error {
	fmt.Fprintln(r.progress, "fetch the sources")
	r.corpora = filepath.Join(r.folder, "corpora")
	for _, script := range []string{"fetch.py", "bare.py"} {
		if _, err := output(ctx, start{command: []string{r.python, filepath.Join(r.options.set, script), r.options.set, r.corpora}}); err != nil {
			return fmt.Errorf("fetch the sources: %w", err)
		}
	}
	return nil
}

// folders are the folders of sources that questions are asked of.
func (r *run) folders() []string {
	var list []string
	for _, q := range r.set.Questions {
		if !slices.Contains(list, q.Folder) {
			list = append(list, q.Folder)
		}
	}
	return list
}

// start is a program that need not be timed.
type start struct {
	command []string
	dir     string
	environ []string // nil: ours
	input   []byte
	fails   int // an exit code that is no failure: grep found nothing
}

// outputWait is how long such a program may take: an installation, an index with vectors.
const outputWait = 30 * time.Minute

// output runs a program and returns what it prints.
func output(ctx context.Context, s start) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, outputWait)
	defer cancel()
	command := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	command.Dir, command.Env, command.Stdin = s.dir, s.environ, bytes.NewReader(s.input)
	out, err := command.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		if failed.ExitCode() == s.fails {
			return out, nil
		}
		err = fmt.Errorf("%w: %.500s", err, failed.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", strings.Join(s.command[:min(3, len(s.command))], " "), err)
	}
	return out, nil
}

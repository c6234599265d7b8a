package guests

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// job builds one guest, or several that one command makes.
type job struct {
	name        string   // "probe/c"
	lane        string   // toolchain; jobs of one lane run one after the other
	inputs      []string // files and folders below the root that the result depends on
	outputs     []string // files below bin/guests
	conformance bool     // only make conformance needs it
	// toolchain returns what else the result depends on, as a text: versions and
	// the command. An error says what to install.
	toolchain func(ctx context.Context, root string) (string, error)
	// build writes the outputs below the folder into.
	build func(ctx context.Context, root, into string) error
}

// guestsFolder holds what was built.
const guestsFolder = "bin/guests"

// buildAll runs the lanes beside each other and says what came of each job.
func buildAll(ctx context.Context, root string, jobs []job, out, errOut io.Writer) bool {
	lanes := map[string][]job{}
	var order []string
	for _, j := range jobs {
		if lanes[j.lane] == nil {
			order = append(order, j.lane)
		}
		lanes[j.lane] = append(lanes[j.lane], j)
	}
	var (
		wait  sync.WaitGroup
		mutex sync.Mutex // of what follows
		good  = true
	)
	for _, lane := range order {
		// A goroutine for each toolchain: they wait for different compilers.
		wait.Go(func() {
			for _, j := range lanes[lane] {
				began := time.Now()
				said, err := j.run(ctx, root)
				mutex.Lock()
				if err != nil {
					good = false
					fmt.Fprintf(errOut, "%-28s failed: %v\n", j.name, err)
				} else {
					fmt.Fprintf(out, "%-28s %-10s %6.1f s  %s\n", j.name, said, time.Since(began).Seconds(), j.sizes(root))
				}
				mutex.Unlock()
			}
		})
	}
	wait.Wait()
	return good
}

// run builds what is not up to date and puts it in place whole.
func (j job) run(ctx context.Context, root string) (said string, err error) {
	toolchain, err := j.toolchain(ctx, root)
	if err != nil {
		return "", err
	}
	inputs, err := hashInputs(root, j.inputs, toolchain)
	if err != nil {
		return "", err
	}
	place := filepath.Join(root, guestsFolder)
	if upToDate(place, j, inputs) {
		return "up to date", nil
	}
	if err := os.MkdirAll(place, 0o755); err != nil {
		return "", err
	}
	into, err := os.MkdirTemp(place, ".build-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(into)
	for _, name := range j.outputs {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(into, name)), 0o755); err != nil {
			return "", err
		}
	}
	if err := j.build(ctx, root, into); err != nil {
		return "", err
	}
	return "built", j.place(into, place, inputs)
}

// place moves the outputs where they belong and stamps them.
func (j job) place(into, place, inputs string) error {
	for _, name := range j.outputs {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(place, name)), 0o755); err != nil {
			return err
		}
		if err := os.Chmod(filepath.Join(into, name), 0o644); err != nil {
			return fmt.Errorf("the compiler left no %s: %w", name, err)
		}
		if err := os.Rename(filepath.Join(into, name), filepath.Join(place, name)); err != nil {
			return err
		}
	}
	return writeStamp(place, j, inputs)
}

// sizes tells the total of the outputs.
func (j job) sizes(root string) string {
	total := int64(0)
	for _, name := range j.outputs {
		if info, err := os.Stat(filepath.Join(root, guestsFolder, name)); err == nil {
			total += info.Size()
		}
	}
	text := fmt.Sprintf("%6.0f KB", float64(total)/1000)
	if len(j.outputs) > 1 {
		text += fmt.Sprintf(" in %d modules", len(j.outputs))
	}
	return text
}

package bench

import (
	"context"

	"github.com/ed-irl/impressionism/host/eval"
)

// Gauge starts programs of other benches as this one does: through the meter, with files
// as standard streams, and beside the same yardstick.
type Gauge struct {
	Noop     string // the yardstick: a program that does nothing
	launcher launcher
}

// OpenGauge builds the meter and the yardstick in a folder, which must exist until the
// last Run.
func OpenGauge(ctx context.Context, root, folder string) (Gauge, error) {
	meter, err := building{pkg: "./cmd/lab/bench/meter", cgo: true}.build(ctx, root, folder)
	if err != nil {
		return Gauge{}, err
	}
	noop, err := building{pkg: "./cmd/lab/bench/noop", cgo: true}.build(ctx, root, folder)
	return Gauge{Noop: noop, launcher: launcher{meter: meter, folder: folder}}, err
}

// Start is one process to run.
type Start struct {
	Command []string
	Dir     string
	Environ []string
	Input   []byte
}

// Reading is what a process printed and cost.
type Reading struct {
	Out, ErrOut []byte
	MS          float64
	PeakBytes   int64 // 0: not known on this system
	Exit        int   // -1: killed
	TimedOut    bool
}

// Run runs one process. Errors are of starting it; that it failed is in the reading.
func (g Gauge) Run(ctx context.Context, s Start) (Reading, error) {
	o, err := g.launcher.run(ctx, process{command: s.Command, dir: s.Dir, environ: s.Environ, input: s.Input})
	return Reading{
		Out: o.out, ErrOut: o.errOut, MS: o.reading.ms(), PeakBytes: o.reading.PeakBytes,
		Exit: o.reading.Exit, TimedOut: o.reading.TimedOut,
	}, err
}

// BuildProgram builds a package of the repository as its release would and returns the
// program's path.
func BuildProgram(ctx context.Context, root, folder, pkg string) (string, error) {
	return building{pkg: pkg, cgo: true}.build(ctx, root, folder)
}

// FindRoot returns the repository's folder, from any folder in it.
func FindRoot() (string, error) { return findRoot() }

// WriteCorpus makes a folder with a SKILL.md for each item of a corpus.
func WriteCorpus(folder string, corpus eval.Corpus) error {
	skills, err := load(corpus.Listing(), corpus.Load)
	if err != nil {
		return err
	}
	return writeSkills(folder, skills)
}

// Variables are the environment of a program that has no other files than those of a
// user's folder and of a data folder.
func Variables(user, data string) []string { return home{user: user, data: data}.variables() }

package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/rulebench"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// percent is a flag as in 10%: .1.
type percent float64

// percentMax is far beyond what anybody would allow.
const percentMax = 100_000

// Set reads "10%" or "10".
func (p *percent) Set(text string) error {
	number, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(number >= 0 && number <= percentMax) {
		return fmt.Errorf("%q is no part in percent, as 10%% is", text)
	}
	*p = percent(number / 100)
	return nil
}

func (p *percent) String() string {
	return strconv.FormatFloat(math.Round(float64(*p)*1e6)/1e4, 'f', -1, 64) + "%"
}

// Type names the flag's value in the help.
func (p *percent) Type() string { return "percent" }

// load reads the baseline, before anything is measured in vain.
func (b *rulesBench) load() error {
	if b.baseline == "" {
		return nil
	}
	data, err := foreign.Read(b.baseline, rulebench.BaselineBytesMax)
	if err != nil {
		return fmt.Errorf("--baseline: %w", err)
	}
	baseline, err := rulebench.Load(data)
	if err != nil {
		return fmt.Errorf("baseline %s: %w", b.baseline, err)
	}
	b.against = &baseline
	return nil
}

// finish compares, tells and saves.
func (b *rulesBench) finish(report rulebench.Report) error {
	if b.against != nil {
		if err := report.Compare(*b.against, b.limits); err != nil {
			return fmt.Errorf("baseline %s: %w", b.baseline, err)
		}
	}
	if b.app.json || b.format == "json" {
		if err := b.app.printJSON(report); err != nil {
			return failed(err)
		}
	} else {
		b.print(report)
	}
	if report.Regressions > 0 {
		if b.save != "" {
			fmt.Fprintf(b.app.errOut, "impressionism: %s was not written: there are regressions\n", plain(b.save))
		}
		return &exitError{code: exitFailed}
	}
	if b.save == "" {
		return nil
	}
	return b.write(report)
}

func (b *rulesBench) write(report rulebench.Report) error {
	data, err := rulebench.Save(report, version, rulebench.Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()})
	if err == nil {
		err = os.WriteFile(b.save, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	fmt.Fprintf(b.app.errOut, "saved %s\n", plain(b.save))
	return nil
}

// coldModules starts each guest in a runtime of its own, as each hook does.
type coldModules struct {
	app  *app
	open []*wasm.Runtime
}

// Start is an abi.Start.
func (c *coldModules) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	runtime, err := wasm.Open(wasm.Config{Vetted: c.app.paths.Vetted, Cache: c.app.modules.cache()})
	if err != nil {
		return nil, err
	}
	c.open = append(c.open, runtime)
	return runtime.Start(program, sandbox)
}

// close frees the runtimes whose guests are closed; a hook leaves that to the end
// of its process, so that it is not measured.
func (c *coldModules) close() {
	var failed error
	for _, runtime := range c.open {
		failed = errors.Join(failed, runtime.Close())
	}
	c.open = c.open[:0]
	_ = failed
}

// heapMax is how much the heap may grow before it is collected: a hook's process
// ends long before.
const heapMax = 64 << 20

// withoutCollector keeps the collector from running while something is timed.
func withoutCollector() (restore func()) {
	before := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(before) }
}

func collect() {
	live := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(live); live[0].Value.Uint64() > heapMax {
		runtime.GC()
	}
}

func allocated() rulebench.Heap {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return rulebench.Heap{Objects: stats.Mallocs, Bytes: stats.TotalAlloc}
}

package peers

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/stats"
)

// yardstick is the program that all times are compared with.
const yardstick = "no-op Go program with cgo"

// result is one run, as -json writes it.
type result struct {
	System    string      `json:"system"` // "linux/amd64"
	CPUs      int         `json:"cpus"`
	Load      string      `json:"load"` // of the machine before and after, where the system tells
	Go        string      `json:"go"`
	Rounds    int         `json:"rounds"`
	Seed      uint64      `json:"seed"`
	Fitted    string      `json:"fitted"` // the set on which thresholds were fitted
	Alarms    float64     `json:"alarms"` // and the share of false alarms that they may have there
	Router    string      `json:"router"`
	Yardstick string      `json:"yardstick"`
	Time      []timeOf    `json:"time"`
	Quality   []qualityOf `json:"quality"`
	Skipped   []string    `json:"skipped"` // programs that this machine cannot run, and why
	Notes     []string    `json:"notes"`
}

// timeOf is what one program costs for a prompt. Ratios are to the yardstick's median.
type timeOf struct {
	Catalog  string    `json:"catalog"`
	Program  string    `json:"program"`
	Ratio    float64   `json:"ratio"`
	RatioP95 float64   `json:"ratio_p95"`
	MedianMS float64   `json:"median_ms"`
	PeakMB   float64   `json:"peak_mb"` // 1e6 bytes, the largest of all rounds
	Same     int       `json:"same"`    // rounds with the answer that was scored
	MS       []float64 `json:"ms"`
}

// qualityOf is how one program answered one set.
type qualityOf struct {
	Catalog   string  `json:"catalog"`
	Set       string  `json:"set"`
	Program   string  `json:"program"`
	Threshold float64 `json:"threshold"` // 0: it has none
	quality
}

func newResult(o options) *result {
	return &result{
		System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU(), Go: runtime.Version(),
		Rounds: o.rounds, Seed: o.seed, Fitted: filepath.Base(o.fitted), Alarms: o.alarms,
		Router: publishedRouter, Yardstick: yardstick, Skipped: []string{}, Notes: []string{},
	}
}

func (r *result) skip(name, why string) {
	if line := name + ": " + why; !slices.Contains(r.Skipped, line) {
		r.Skipped = append(r.Skipped, line)
	}
}

func (r *result) add(catalog, program string, t, idle taken) {
	base := stats.Quantile(idle.ms, .5)
	if len(t.ms) == 0 || base <= 0 {
		return
	}
	median, p95 := stats.Quantile(t.ms, .5), stats.Quantile(t.ms, .95)
	r.Time = append(r.Time, timeOf{
		Catalog: catalog, Program: program, Ratio: median / base, RatioP95: p95 / base,
		MedianMS: median, PeakMB: float64(t.peak) / 1e6, Same: t.same, MS: t.ms,
	})
}

func (r *result) write(path string) error {
	encoded, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the result: %w", err)
	}
	return os.WriteFile(path, append(encoded, '\n'), 0o644)
}

// print shows the result to a person, in 80 columns.
func (r *result) print(out io.Writer) {
	fmt.Fprintf(out, "%s, %d processors, load %s; %d rounds, seed %d\n", r.System, r.CPUs, r.Load, r.Rounds, r.Seed)
	fmt.Fprintf(out, "× is the multiple of the median of: %s\n", r.Yardstick)
	head := ""
	for _, t := range r.Time {
		if head != t.Catalog {
			head = t.Catalog
			fmt.Fprintf(out, "\n%s %7s %8s %10s %8s %8s\n", padded(head), "×", "× p95", "median ms", "peak MB", "same")
		}
		same := fmt.Sprintf("%d/%d", t.Same, len(t.MS))
		if t.Program == yardstick {
			same = ""
		}
		fmt.Fprintf(out, "%s %7.1f %8.1f %10.1f %8.0f %8s\n", padded(t.Program), t.Ratio, t.RatioP95, t.MedianMS, t.PeakMB, same)
	}
	r.printQuality(out)
	fmt.Fprintln(out)
	for _, note := range r.Notes {
		fmt.Fprintln(out, note)
	}
	for _, skipped := range r.Skipped {
		fmt.Fprintln(out, "skipped", skipped)
	}
}

// printQuality has a table for each catalog and set.
func (r *result) printQuality(out io.Writer) {
	var heads []string
	rows := map[string][]string{}
	for _, q := range r.Quality {
		head := q.Set + ", " + q.Catalog
		if rows[head] == nil {
			heads = append(heads, head)
		}
		rows[head] = append(rows[head], fmt.Sprintf("%s %6s %6s %6s %6s %8s %6.1f", padded(q.Program),
			share(q.First), share(q.Precision), share(q.Recall), share(q.Alarms), share(q.Undrawn), q.Told))
	}
	for _, head := range heads {
		fmt.Fprintf(out, "\n%s %6s %6s %6s %6s %8s %6s\n", padded(head), "first", "P", "R", "FAR", "undrawn", "told")
		fmt.Fprintln(out, strings.Join(rows[head], "\n"))
	}
	fmt.Fprintf(out, `
same     answers of timed processes that are as scored
first    of the prompts told anything that need a skill: the first item is right
P, R     right of the items told; needs met
FAR      prompts that no skill fits and that were told something
undrawn  the same of prompts whose skills this catalog lacks
told     items, of a prompt told any
Thresholds of sh + jq, Node and Python were fitted on %s, so that
something is told for at most %g of its prompts without a fitting skill.
`, r.Fitted, r.Alarms)
}

// nameWidth is that of the first column.
const nameWidth = 32

func padded(name string) string {
	return name + strings.Repeat(" ", max(0, nameWidth-utf8.RuneCountInString(name)))
}

// share writes a share without its zero, or nothing where there was nothing to count.
func share(r stats.Rate) string {
	if r.Of == 0 {
		return "–"
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", r.Share), "0")
}

package growth

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/stats"
)

// plot is one plot's data. Ratios are multiples of the median of the empty program.
type plot struct {
	Name   string  `json:"name"` // of its files
	Title  string  `json:"title"`
	X      string  `json:"x"` // with its unit
	Lines  []line  `json:"lines"`
	System machine `json:"system"`
}

// machine is where and how a plot was measured.
type machine struct {
	System  string  `json:"system"` // "linux/amd64"
	CPUs    int     `json:"cpus"`
	Load    string  `json:"load"` // before and after, over a minute; empty: not known
	Rounds  int     `json:"rounds"`
	EmptyMS float64 `json:"empty_ms"` // median of the empty program
}

// line is one event at all sizes.
type line struct {
	Name   string  `json:"name"`
	Points []point `json:"points"`
}

// point is one size: the median of its runs, and their quartiles.
type point struct {
	X        int     `json:"x"`
	Ratio    float64 `json:"ratio"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	MedianMS float64 `json:"median_ms"`
}

// newPoint sums up times in milliseconds, of which there is at least one.
func newPoint(x int, ms []float64, empty float64) point {
	at := func(share float64) float64 { return round(stats.Quantile(ms, share) / empty) }
	return point{X: x, Ratio: at(.5), Low: at(.25), High: at(.75), MedianMS: round(stats.Quantile(ms, .5))}
}

// round keeps two decimals: what is drawn does not depend on more.
func round(number float64) float64 { return float64(int64(number*100+.5)) / 100 }

func readPlot(name string) (plot, error) {
	var p plot
	encoded, err := os.ReadFile(name)
	if err != nil {
		return p, fmt.Errorf("read a plot's data: %w", err)
	}
	if err := json.Unmarshal(encoded, &p); err != nil {
		return p, fmt.Errorf("read a plot's data: %s: %w", name, err)
	}
	for _, l := range p.Lines {
		for _, at := range l.Points {
			if at.X < 0 || !(at.Ratio > 0) {
				return p, fmt.Errorf("read a plot's data: %s: %q has a point that cannot be drawn: %+v", name, l.Name, at)
			}
		}
	}
	return p, nil
}

func (p plot) write(folder string) error {
	encoded, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("encode a plot's data: %w", err)
	}
	return os.WriteFile(filepath.Join(folder, p.Name+".json"), append(encoded, '\n'), 0o644)
}

func svgOf(jsonName string) string { return strings.TrimSuffix(jsonName, ".json") + ".svg" }

// print shows the data to a person.
func (p plot) print(out io.Writer) {
	fmt.Fprintf(out, "%s (× of the empty program, %.2f ms; %d rounds; load %s)\n", p.Title, p.System.EmptyMS, p.System.Rounds, p.System.Load)
	for _, l := range p.Lines {
		fmt.Fprintf(out, "  %s\n", l.Name)
		for _, at := range l.Points {
			fmt.Fprintf(out, "    %7d: %6.2f (%.2f to %.2f), %.1f ms\n", at.X, at.Ratio, at.Low, at.High, at.MedianMS)
		}
	}
}

package growth

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// svgBytesMax is the size of a plot that a page loads without a thought.
const svgBytesMax = 30 << 10

var committed = filepath.Join("..", "..", "..", "docs", "growth")

// Ensure the plots of the documents are what their data draws: who changes one of both
// runs lab growth -draw.
func TestCommittedPlots(t *testing.T) {
	for _, name := range plotNames {
		jsonName := filepath.Join(committed, name+".json")
		p, err := readPlot(jsonName)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != name || len(p.Lines) != len(events) {
			t.Errorf("%s: it is of %q and has %d lines", jsonName, p.Name, len(p.Lines))
		}
		svg, err := os.ReadFile(svgOf(jsonName))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(svg, p.draw()) {
			t.Errorf("%s is not what %s draws: run go run ./cmd/lab growth -draw", svgOf(jsonName), jsonName)
		}
		if len(svg) > svgBytesMax {
			t.Errorf("%s has %d bytes, at most %d", svgOf(jsonName), len(svg), svgBytesMax)
		}
	}
}

func examplePlot(points ...point) plot {
	return plot{
		Name: "x", Title: "A < B", X: "things & others",
		Lines:  []line{{Name: "one", Points: points}, {Name: "two", Points: points}, {Name: "three", Points: points}},
		System: machine{EmptyMS: 2.44},
	}
}

// Ensure a plot is well-formed, names its axes with their units, and has colours for a
// light and a dark page.
func TestDraw(t *testing.T) {
	svg := examplePlot(point{X: 0, Ratio: 1, Low: 1, High: 1.5}, point{X: 1000, Ratio: 2, Low: 2, High: 3}).draw()
	for decoder := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
	}
	for _, want := range []string{"A &lt; B", "things &amp; others", "× of an empty program, 2.4 ms", ">1,000<", "prefers-color-scheme:dark", `class="p"`} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("there is no %q in\n%s", want, svg)
		}
	}
	if strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
		t.Errorf("not all is placed:\n%s", svg)
	}
}

// Ensure everything lies within the plot, larger is further right and slower is further
// up, and an axis has few steps, whatever the numbers.
func TestScales(t *testing.T) {
	for _, most := range []float64{.3, 1, 2.01, 4.9, 5, 9.99, 87, 1234} {
		for _, sizes := range [][]int{{7}, {1, 10}, {0, 1000, 100_000}, {0}} {
			var points []point
			for i, x := range sizes {
				points = append(points, point{X: x, Ratio: most * float64(i+1) / float64(len(sizes)), High: most})
			}
			s := examplePlot(points...).scales()
			if steps := s.most / s.step; steps < 3.9 || steps > 10.1 {
				t.Errorf("most %v: %v steps", most, steps)
			}
			for i, at := range points {
				x, y := s.x(at.X), s.y(at.High)
				if !(x >= left-.1 && x <= width-right+.1 && y >= top-.1 && y <= height-bottom+.1) {
					t.Errorf("most %v, sizes %v: %d lies at %v, %v", most, sizes, at.X, x, y)
				}
				if i > 0 && (x <= s.x(points[i-1].X) || s.y(at.Ratio) >= s.y(points[i-1].Ratio)) {
					t.Errorf("most %v, sizes %v: %d lies not right of and above the one before", most, sizes, at.X)
				}
			}
		}
	}
}

// Ensure data that cannot be drawn is refused with the name of its file.
func TestReadPlot(t *testing.T) {
	for _, text := range []string{"", "{", `{"lines":[{"points":[{"x":-1,"ratio":1}]}]}`, `{"lines":[{"points":[{"x":1,"ratio":0}]}]}`} {
		name := filepath.Join(t.TempDir(), "bad.json")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readPlot(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Ensure a database is put back as it was, with its log, and only if it changed.
func TestKept(t *testing.T) {
	database := filepath.Join(t.TempDir(), "a.db")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(database, "pages")
	write(logOf(database), "frames")
	k, err := keep(database)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(database)
	if err != nil {
		t.Fatal(err)
	}
	write(logOf(database), "frames and more")
	if err := k.restore(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(logOf(database)); err != nil || string(got) != "frames" {
		t.Errorf("the log is %q, %v", got, err)
	}
	if after, err := os.Stat(database); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the unchanged file was written: %v", err)
	}
}

// Ensure all plots are measured: every point is answered rightly, in the sizes that were
// asked for, and drawn.
func TestMeasure(t *testing.T) {
	folder := t.TempDir()
	o := options{
		rounds: 1, out: folder, corpus: filepath.Join(folder, "absent"),
		sizes: sizes{items: []int{100, 120}, others: []int{0, 30}, prompts: []int{6}, megabytes: []int{1}},
	}
	var out, progress bytes.Buffer
	if err := run(o, &out, &progress); err != nil {
		t.Fatalf("%v\n%s", err, progress.Bytes())
	}
	for name, want := range map[string][]int{"items": {100, 120}, "others": {0, 30}, "session": {6}, "history": {1}} {
		p, err := readPlot(filepath.Join(folder, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Lines {
			var got []int
			for _, at := range l.Points {
				got = append(got, at.X)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: sizes %v, want %v", name, l.Name, got, want)
			}
		}
		if _, err := os.Stat(filepath.Join(folder, name+".svg")); err != nil {
			t.Error(err)
		}
	}
}

package plot

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	update  = flag.Bool("update", false, "write the pictures of testdata")
	gallery = flag.String("gallery", "", "write a page with all pictures to this file")
)

// A form draws a picture of a width.
type form struct {
	name string
	draw func(width int) Chart
}

// seeded returns numbers that are the same in each run.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

var noon = time.Date(2026, 11, 3, 14, 2, 0, 0, time.FixedZone("", 3600))

func at(minutes float64) time.Time {
	return noon.Add(time.Duration(minutes * float64(time.Minute)))
}

var sampleParts = []Part{
	{"start", -13.62, true},
	{"meaning", 11.02, false},
	{"words", 3.52, false},
	{"asked for", 2.43, false},
	{"gate", 1.43, false},
	{"manner", .83, false},
	{"length", .78, false},
	{"related, coverage", .60, false},
	{"rivals", -1.84, false},
}

var sampleFlow = FlowData{
	Prompts: 1312, About: 871, Suggested: 402, Nothing: 380, NotTold: 71, Failed: 18, Short: 350, Commands: 80, SameTurn: 171, Soon: 65, Later: 21, Ignored: 119, Open: 26, SoonWithin: 3,
	Share: .63, Low: .58, High: .67,
}

func sampleDays(n int) []Day {
	r := seeded()
	days := make([]Day, n)
	for i := range days {
		all := 11 + r.IntN(9)
		if i%7 > 4 {
			all = 2 + r.IntN(4)
		}
		days[i] = Day{noon.AddDate(0, 0, i-n), all * 6 / 10, all / 10, all * 3 / 10, 0}
	}
	days[n-1].Open = 4
	return days
}

func sampleTimeline(width int) Chart {
	return Timeline(width, []Span{
		{"database-migrations", at(.2), at(19.5), Used, "5 prompts without relevance", []Point{{at(.2), Told}, {at(.6), Used}}},
		{"job-queues", at(5), time.Time{}, Ignored, "", []Point{{at(5), Told}}},
		{"idempotent-endpoints", at(9.4), at(14), Used, "", []Point{{at(9.4), Told}, {at(13.5), Used}}},
		{"docker-images", at(16.7), time.Time{}, Later, "", []Point{{at(16.7), Told}, {at(17.2), Later}}},
		{"ci-pipelines", at(19.5), time.Time{}, Told, "", []Point{{at(19.5), Told}}},
	}, []Instant{{at(11), "compaction"}}, noon, at(23))
}

func sampleMap(n int) ([]Dot, []Line) {
	r := seeded()
	words := strings.Fields("database migrations backups query tuning unit testing docker images release notes pricing page copy auth flows changelog email css layout threat modelling scan")
	dots := make([]Dot, n)
	for i := range dots {
		g := i % 6
		dots[i] = Dot{
			Name: words[r.IntN(len(words))] + "-" + words[r.IntN(len(words))], Group: g,
			X: float64(g%3) + r.NormFloat64()*.28, Y: float64(g/3) + r.NormFloat64()*.28, Size: math.Floor(r.ExpFloat64() * 6),
		}
	}
	var lines []Line
	for i := range min(n/4, 40) {
		lines = append(lines, Line{A: i, B: (i + 6*(1+r.IntN(4))) % n, Weight: r.Float64() * 5})
	}
	if n > 12 {
		dots[0].Strong, dots[6].Strong = true, true
		dots[0].Name, dots[6].Name = "database-migrations", "database-backups"
		lines = append(lines, Line{A: 0, B: 6, Weight: 6, Strong: true})
	}
	return dots, lines
}

func sampleRoom(width int) Chart {
	r := seeded()
	list := func(n int, lo, hi float64, m Meaning, hidden bool) []Box {
		out := make([]Box, n)
		for i := range out {
			out[i] = Box{int(lo + r.Float64()*(hi-lo)), m, hidden}
		}
		return out
	}
	now := append(append(list(27, 180, 520, Told, false), list(86, 150, 560, Ignored, false)...), list(211, 160, 560, Ignored, true)...)
	plan := append(append(append(list(27, 180, 520, Told, false), list(62, 120, 360, Used, false)...), list(78, 90, 260, Ignored, false)...), list(157, 90, 90, Quiet, false)...)
	return Room(width, now, plan, 40000)
}

func sampleHooks() []HookRow {
	r := seeded()
	row := func(source, event string, p50, p95, longest, timeout float64, runs int) HookRow {
		ms := func(v float64) time.Duration { return time.Duration(v * float64(time.Millisecond)) }
		row := HookRow{Source: source, Event: event, Runs: runs, P50: ms(p50), P95: ms(p95), Max: ms(longest), Timeout: ms(timeout * 1000)}
		for range min(runs, 90) {
			row.Times = append(row.Times, ms(min(longest, p50*math.Exp(r.NormFloat64()*math.Log(p95/p50)/1.75))))
		}
		return row
	}
	return []HookRow{
		row("impressionism", "UserPromptSubmit", 24, 45, 61, 30, 312),
		row("impressionism", "Stop", 8, 12, 19, 30, 298),
		row("superpowers", "SessionStart", 312, 480, 760, 60, 41),
		row("ruff-guard", "PostToolUse · Edit|Write", 840, 2350, 6100, 60, 530),
		row("secrets-scan", "PreToolUse · Bash", 96, 210, 390, 60, 402),
		row("tts-notify", "Stop", 3900, 9800, 30000, 30, 297),
		row("team-standards", "UserPromptSubmit", 148, 260, 410, 5000, 312),
		{Source: "changelog-bot", Event: "SessionEnd", Untimed: "the client writes no times of it: hooks simulate changelog-bot SessionEnd"},
	}
}

func sampleBins() []Bin {
	var bins []Bin
	for i, n := range []int{2, 9, 31, 58, 44, 22, 30, 61, 73, 52, 27, 12, 4} {
		b := Bin{float64(i * 5), float64(i*5 + 5), []int{n, 0}}
		if i > 5 {
			b.Parts = []int{n / 6, n - n/6}
		}
		bins = append(bins, b)
	}
	return bins
}

var sampleVerdicts = []Verdict{
	{"acme/careful", "9 used ones lost · 38 unused ones spared · −3,900 tokens", "1.3.0", 318, 4, 71, 6, 3},
	{"builtin/aggressive", "6 used ones gained · 109 more unused · +10,300 tokens", "built in", 241, 139, 2, 18, 2},
	{"custom/experiment", "2 used ones gained, 3 lost · 7 unused spared · −240 tokens", "edited 2 h ago", 352, 11, 9, 24, 6},
}

var samplePlane = []PlanePoint{
	{"builtin/default", 31, .63, .58, .68, 402, true},
	{"acme/careful", 25, .74, .69, .79, 331, false},
	{"builtin/aggressive", 55, .45, .40, .51, 723, false},
	{"custom/experiment", 33, .61, .55, .66, 421, false},
	{"builtin/minimal", 20, .58, .52, .63, 262, false},
}

// samples are all forms with data as an ordinary machine has it.
var samples = []form{
	{"similarities", func(w int) Chart { return Similarities(w, []float64{.74}, []float64{.61, .38}, .7) }},
	{"similarities-two", func(w int) Chart { return Similarities(w, []float64{.97, .91}, []float64{.88, .38}, .7) }},
	{"similarities-silent", func(w int) Chart { return Similarities(w, nil, []float64{.34, .12}, .7) }},
	{"waterfall", func(w int) Chart { return Waterfall(w, sampleParts, 5.15, .25) }},
	{"waterfall-below", func(w int) Chart {
		return Waterfall(w, append(sampleParts[:3:3], Part{"rivals", -1.84, false}), -.92, .25)
	}},
	{"ranking", func(w int) Chart {
		return Ranking(w, []Bar{{"database-migrations", .92, true}, {"database-backups", .39, false}, {"query-tuning", .33, false}, {"etl-pipelines", .18, false}}, .7)
	}},
	{"steps", func(w int) Chart {
		return Steps(w, []Step{{"record, catalog", 3.6}, {"words", 3.1}, {"meaning", 14.6}, {"ruleset", 4.2}, {"render", .3}, {"save", 2.1}}, 150)
	}},
	{"steps-late", func(w int) Chart { return Steps(w, []Step{{"words", 3.1}, {"meaning", 164.6}}, 150) }},
	{"timeline", sampleTimeline},
	{"flow", func(w int) Chart { return Flow(w, sampleFlow) }},
	{"days", func(w int) Chart { return Days(w, sampleDays(30)) }},
	{"shares", func(w int) Chart { return Shares(w, 31, 2, 7, 1, 41) }},
	{"interval", func(w int) Chart { return Interval(w, .64, .71, .77, Used) }},
	{"interval-warn", func(w int) Chart { return Interval(w, 0, 0, .3, Warn) }},
	{"map", func(w int) Chart { dots, lines := sampleMap(120); return Map(w, dots, lines) }},
	{"room", sampleRoom},
	{"strip", func(w int) Chart { return Strip(w, sampleHooks()) }},
	{"histogram", func(w int) Chart { return Histogram(w, sampleBins(), 150, "by words alone", "with the model") }},
	{"verdicts", func(w int) Chart { return Verdicts(w, sampleVerdicts) }},
	{"plane", func(w int) Chart { return Plane(w, samplePlane) }},
}

// Ensure each form draws what was looked at: pictures change on purpose only.
func TestGolden(t *testing.T) {
	for _, f := range samples {
		for _, width := range []int{360, 700} {
			path := filepath.Join("testdata", fmt.Sprintf("%s-%d.svg", f.name, width))
			got := strings.ReplaceAll(string(f.draw(width).SVG), "><", ">\n<") + "\n"
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs; look at it, then go test ./host/plot -update", path)
			}
		}
	}
}

// Ensure there is a page on which all pictures can be looked at, when it is asked for.
func TestGallery(t *testing.T) {
	if *gallery == "" { // asked for by whoever looks at them
		return
	}
	for _, theme := range []string{"light", "dark"} {
		var page strings.Builder
		fmt.Fprintf(&page, `<!doctype html><html lang="en" data-theme="%s"><meta charset="utf-8"><style>%s
body{background:var(--paper);color:var(--ink);font:14px/1.45 Inter,system-ui,sans-serif;margin:16px;display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:14px 16px}h2{font-size:13px;margin:0 0 8px}</style>%s`, theme, CSS, Defs())
		page.WriteString("<section><h2>marks</h2>")
		for m := Told; m <= Warn; m++ {
			fmt.Fprintf(&page, "%s %s %s &nbsp; ", Mark(m), swatch(m), m.class())
		}
		page.WriteString("</section>")
		for _, f := range append(append([]form(nil), samples...), stress...) {
			for _, width := range galleryWidths(f.name) {
				fmt.Fprintf(&page, "<section><h2>%s %d</h2>%s</section>\n", f.name, width, f.draw(width).HTML())
			}
		}
		if err := os.WriteFile(strings.TrimSuffix(*gallery, ".html")+"-"+theme+".html", []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func galleryWidths(name string) []int {
	switch strings.SplitN(name, "-", 2)[0] {
	case "similarities", "shares":
		return []int{236}
	case "interval":
		return []int{150}
	case "waterfall", "ranking", "steps":
		return []int{376}
	}
	return []int{360, 560, 700}
}

// stress are all forms with data that no ordinary machine has.
var stress = slices.Concat(emptyForms(), largeForms(), largePlaces(), strangeForms())

// Ensure that the mark of a map's group in a legend is the shape and the colour that its dots
// have, groups beyond the last and before the first included.
func TestGroupMarkIsTheGroupsDot(t *testing.T) {
	seen := map[string]bool{}
	for group := range 6 {
		mark := string(GroupMark(group))
		if !strings.Contains(mark, fmt.Sprintf("p-g%d", group)) || seen[mark] {
			t.Errorf("group %d: %s", group, mark)
		}
		seen[mark] = true
		if string(GroupMark(group+6)) != mark || string(GroupMark(group-6)) != mark {
			t.Errorf("groups %d and %d have other marks than group %d", group+6, group-6, group)
		}
		if chart := string(Map(600, []Dot{{Name: "a", Size: 3, Group: group}}, nil).SVG); !strings.Contains(chart, fmt.Sprintf("p-g%d", group)) {
			t.Errorf("group %d: the map has another colour", group)
		}
	}
}

package plot

import (
	"fmt"
	"html/template"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var variable = regexp.MustCompile(`--([a-z0-9]+):(#[0-9a-f]{6})\b`)

// themes returns the colours of the three blocks of CSS: light, dark as chosen, dark as the
// system has it.
func themes(t *testing.T) map[string]map[string]string {
	t.Helper()
	found := map[string]map[string]string{}
	for name, begin := range map[string]string{"light": ":root{", "dark": "[data-theme=dark]{", "system dark": "@media (prefers-color-scheme:dark){"} {
		_, block, ok := strings.Cut(CSS, begin)
		if !ok {
			t.Fatalf("no block for %s", name)
		}
		block, _, _ = strings.Cut(block, "color-scheme:")
		found[name] = map[string]string{}
		for _, match := range variable.FindAllStringSubmatch(block, -1) {
			found[name][match[1]] = match[2]
		}
	}
	return found
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(rgb [3]float64) float64 {
	for i, v := range rgb {
		if v <= .04045 {
			rgb[i] = v / 12.92
		} else {
			rgb[i] = math.Pow((v+.055)/1.055, 2.4)
		}
	}
	return .2126*rgb[0] + .7152*rgb[1] + .0722*rgb[2]
}

func colour(t *testing.T, hex string) [3]float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil || len(hex) != 7 {
		t.Fatalf("colour %q", hex)
	}
	return [3]float64{float64(n>>16) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}
}

// blend lays a colour over another.
func blend(over, under [3]float64, opacity float64) [3]float64 {
	for i := range over {
		over[i] = over[i]*opacity + under[i]*(1-opacity)
	}
	return over
}

func contrast(a, b [3]float64) float64 {
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + .05) / (low + .05)
}

// Ensure each text can be read on whatever it stands on, in both themes: 4.5 : 1, and each
// mark can be seen: 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	pairs := strings.Fields(`ink/card ink/paper soft/card soft/paper faint/card faint/paper rose/card card/blue
		ink/grey2 ink/ochre2 ink/lilac2 ink/blue2
		soft/blue2 soft/green2 soft/lilac2 soft/ochre2 soft/rose2 soft/grey2`)
	marks := strings.Fields(`blue/card green/card ochre/card rose/card lilac/card faint/card card/green`)
	for name, theme := range themes(t) {
		check := func(pair string, on [3]float64, least float64) {
			text, _, _ := strings.Cut(pair, "/")
			if got := contrast(colour(t, theme[text]), on); got < least {
				t.Errorf("%s: %s has %.2f : 1, want %.1f", name, pair, got, least)
			}
		}
		for _, pair := range pairs {
			_, ground, _ := strings.Cut(pair, "/")
			check(pair, colour(t, theme[ground]), 4.5)
		}
		for _, pair := range marks {
			_, ground, _ := strings.Cut(pair, "/")
			check(pair, colour(t, theme[ground]), 3)
		}
		for _, band := range []string{"green", "rose"} {
			on := blend(colour(t, theme[band]), colour(t, theme["card"]), .05)
			check("faint/band of "+band, on, 4.5)
			check("soft/band of "+band, on, 4.5)
			check("rose/band of "+band, on, 4.5)
		}
	}
}

// Ensure a page is dark in the same way by choice and by its system.
func TestDarkIsOne(t *testing.T) {
	all := themes(t)
	if got, want := fmt.Sprint(all["system dark"]), fmt.Sprint(all["dark"]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(all["light"]) != len(all["dark"]) || len(all["light"]) < 20 {
		t.Errorf("%d colours by day, %d by night", len(all["light"]), len(all["dark"]))
	}
}

// Ensure each class of a picture has a rule, and each pattern is defined: nothing is black
// by mistake.
func TestClassesHaveRules(t *testing.T) {
	known := string(Defs())
	for _, f := range append(append([]form(nil), samples...), stress...) {
		all, err := parse(string(f.draw(700).SVG))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			for _, class := range strings.Fields(e.attr["class"]) {
				if class != "plot" && !regexp.MustCompile(`\.`+class+`[\s,{:.]`).MatchString(CSS) {
					t.Errorf("%s: no rule for %s", f.name, class)
				}
			}
			if id, ok := strings.CutPrefix(e.attr["fill"], "url(#"); ok && !strings.Contains(known, `id="`+strings.Split(id, ")")[0]+`"`) {
				t.Errorf("%s: no pattern %s", f.name, id)
			}
			drawn := e.name == "rect" || e.name == "circle" || e.name == "path" || e.name == "line"
			if drawn && e.attr["class"] == "" && e.attr["fill"] == "" {
				t.Errorf("%s: %s without a colour", f.name, e.name)
			}
		}
	}
}

// swatch returns the area of a meaning as an image.
func swatch(m Meaning) template.HTML {
	var c canvas
	c.area(0, 0, 12, 12, 3, m.known(), "")
	return template.HTML(`<svg class="plot mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">` + c.body.String() + `</svg>`)
}

// Ensure marks and areas differ by shape, not by colour alone.
func TestMarksDifferInShape(t *testing.T) {
	colours := regexp.MustCompile(`p-(told|used|later|ignored|quiet|warn)(-line)?\b`)
	for name, image := range map[string]func(Meaning) template.HTML{"mark": Mark, "area": swatch} {
		seen := map[string]Meaning{}
		for m := Told; m <= Warn; m++ {
			if _, err := parse(string(image(m))); err != nil {
				t.Errorf("%s %d: %v", name, m, err)
			}
			if name == "area" && (m == Used || m == Quiet) {
				continue // filled like told: the words beside it differ
			}
			shape := colours.ReplaceAllString(string(image(m)), "")
			if other, ok := seen[shape]; ok {
				t.Errorf("%s of %d and %d have one shape", name, m, other)
			}
			seen[shape] = m
		}
	}
	for _, rule := range []string{".p-ring.p-open-line{stroke-dasharray", ".p-open.p-lined{stroke:var(--blue);stroke-dasharray"} {
		if !strings.Contains(CSS, rule) {
			t.Errorf("what is open is not dashed: no %s", rule)
		}
	}
	for _, m := range []Meaning{-1, Warn + 1, 1000} {
		if Mark(m) != Mark(Quiet) || swatch(m) != swatch(Quiet) {
			t.Errorf("meaning %d is not quiet", m)
		}
	}
}

// Ensure no dot of a map covers another or leaves it, however many there are and wherever. Of
// the second seed some dots have no room nearby.
func TestDotsLieApart(t *testing.T) {
	for _, seed := range []uint64{2, 24} {
		r := rand.New(rand.NewPCG(1, seed))
		for _, n := range []int{2, 50, 324, 2000} {
			for _, width := range []int{360, 700, 960} {
				for _, shape := range []struct {
					name string
					at   func(i int) (x, y float64)
				}{
					{"scattered", func(int) (float64, float64) { return r.NormFloat64(), r.NormFloat64() }},
					{"in one place", func(int) (float64, float64) { return 3, 3 }},
					{"on a line", func(i int) (float64, float64) { return float64(i), 0 }},
					{"far off", func(i int) (float64, float64) { return math.Pow(10, float64(i%12)), float64(i % 3) }},
				} {
					discs := make([]disc, n)
					for i := range discs {
						discs[i].X, discs[i].Y = shape.at(i)
						discs[i].Size = r.ExpFloat64() * 9
					}
					within := box{6, 6, float64(width) - 6, float64(width)*.65 - 6}
					covered, outside := overlaps(spread(within, discs), within)
					if covered > 0 || outside > 0 {
						t.Errorf("seed %d, %d dots %s at %d px: %d cover one, %d outside", seed, n, shape.name, width, covered, outside)
					}
				}
			}
		}
	}
}

func overlaps(discs []disc, within box) (covered, outside int) {
	for i, a := range discs {
		if a.x-a.r < within.x0-.1 || a.x+a.r > within.x1+.1 || a.y-a.r < within.y0-.1 || a.y+a.r > within.y1+.1 {
			outside++
		}
		for _, b := range discs[:i] {
			if math.Hypot(a.x-b.x, a.y-b.y) < a.r+b.r {
				covered++
			}
		}
	}
	return covered, outside
}

// Ensure neighbours by meaning are neighbours on the map: of the five nearest dots most are
// of the five-and-twenty that were nearest before.
func TestMapKeepsNeighbours(t *testing.T) {
	dots, _ := sampleMap(300)
	discs := spread(box{0, 0, 700, 455}, choose(dots))
	near := func(i, n int, distance func(a, b disc) float64) map[int]bool {
		kept := map[int]bool{}
		for len(kept) < n {
			best := -1
			for j := range discs {
				if j != i && !kept[j] && (best < 0 || distance(discs[i], discs[j]) < distance(discs[i], discs[best])) {
					best = j
				}
			}
			kept[best] = true
		}
		return kept
	}
	hit, all := 0, 0
	for i := range discs {
		before := near(i, 25, func(a, b disc) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) })
		for j := range near(i, 5, func(a, b disc) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }) {
			if before[j] {
				hit++
			}
			all++
		}
	}
	if share := float64(hit) / float64(all); share < .8 {
		t.Errorf("%.2f of neighbours stayed, want .8", share)
	}
}

// Ensure numbers read as the pages write them.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{similarity(.724), ".72"},
		{similarity(1), "1.00"},
		{similarity(.999), "1.00"},
		{similarity(0), ".00"},
		{similarity(-.004), ".00"},
		{similarity(-.12), "−.12"},
		{similarity(math.NaN()), "–"},
		{signed(11.02), "+11.02"},
		{signed(-1.84), "−1.84"},
		{signed(-123456), "−123k"},
		{count(1312), "1,312"},
		{count(-1234567), "−1,234,567"},
		{count(12), "12"},
		{short(999_999), "999,999"},
		{short(1_200_000), "1.2M"},
		{brief(0.05), "0.05"},
		{brief(3.46), "3.5"},
		{brief(2e9), "2bn"},
		{percent(.634), "63 %"},
		{duration(.42), "0.4 ms"},
		{duration(14.6), "14.6 ms"},
		{duration(148), "148 ms"},
		{duration(2350), "2.4 s"},
		{duration(999.9), "1 s"},
		{duration(60_000), "60 s"},
		{duration(5_000_000), "83 min"},
		{duration(86_400_000), "24 h"},
		{some(1, "day", "days"), "1 day"},
		{some(0, "day", "days"), "0 days"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// Ensure hidden characters of foreign texts are seen, and what belongs to a script stays.
func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		" a \t b\n":           "a b",
		"\x1b[31m\x00\x7f":    "␛[31m␀␡",
		"a\u202eexe.txt":      "a\ufffdexe.txt",
		"\xff\xfe":            "\ufffd\ufffd",
		"مرحبا":               "مرحبا",
		"e\u0301\u0301\u0301": "e\u0301\u0301",
		"می\u200cخواهم":       "میخواهم",
		"\u0085\ufeff":        "\ufffd\ufffd",
	} {
		if got := clean(in); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
	if got := len([]rune(clean(strings.Repeat("x", 1e6)))); got != textMax+1 {
		t.Errorf("a long text keeps %d characters, want %d", got, textMax+1)
	}
}

// Ensure estimates of widths are never below what a browser measures: DejaVu Sans, the
// widest of the faces that systems have, at 100 px by Chromium 156.
func TestWidths(t *testing.T) {
	for text, want := range map[string][2]float64{
		"database-migrations": {1034, 1171}, "1,312": {286, 316}, "−13.62": {370, 400}, "MWMW@%": {565, 620}, "é": {62, 68}, "ж": {90, 100},
		"Ω": {76, 85}, "Щ": {109, 133}, "ب": {94, 100}, "😀": {104, 104}, "…": {100, 100}, "‰": {134, 144}, "№": {104, 120}, "𝐀": {95, 95}, "ש": {71, 76}, "Ǆ": {142, 156}, "∰": {106, 131}, "⟹": {143, 143}, "⅓": {97, 104},
	} {
		for i, f := range []face{{"", 100, false}, {"b", 100, true}} {
			if got := f.width(text); got < want[i]-1 || got > want[i]*2.1 {
				t.Errorf("%q, bold %v: estimated %.0f, measured %.0f", text, f.bold, got, want[i])
			}
		}
	}
	if got := plain.fit("database-migrations", 80); plain.width(got) > 80 || !strings.HasSuffix(got, "…") || len(got) < 8 {
		t.Errorf("fit gives %q", got)
	}
}

// Ensure times stand at round numbers of the zone that is shown, a readable number of them.
func TestTimeSteps(t *testing.T) {
	for span, want := range map[time.Duration]string{
		20 * time.Second: "5s 15:04:05", 23 * time.Minute: "4m0s 15:04", 5 * time.Hour: "1h0m0s 15:04", 20 * time.Hour: "3h0m0s 15:04",
		20 * 24 * time.Hour: "168h0m0s Jan 2", 9000 * 24 * time.Hour: "36024h0m0s 2006-01-02",
	} {
		step, layout := timeStep(noon, noon.Add(span), 6)
		if got := step.String() + " " + layout; got != want {
			t.Errorf("within %s: got %s, want %s", span, got, want)
		}
	}
	half := time.FixedZone("", 5*3600+1800)
	svg := string(Timeline(700, []Span{{Name: "a", From: noon}}, nil, noon.In(half), noon.Add(6*time.Hour).In(half)).SVG)
	if !strings.Contains(svg, ">19:00<") || strings.Contains(svg, ":30<") {
		t.Errorf("hours of a zone of half an hour are not round: %s", svg)
	}
}

// Ensure what a picture leaves out is counted, and the table holds it.
func TestLeftOutIsCounted(t *testing.T) {
	for name, want := range map[string]string{"timeline-large": "… and 1,960 more", "ranking-large": "… and 1,960 more", "strip-large": "… and 1,940 more", "verdicts-large": "… and 1,960 more"} {
		for _, f := range stress {
			if f.name != name {
				continue
			}
			chart := f.draw(700)
			if !strings.Contains(string(chart.SVG), want) {
				t.Errorf("%s does not say %q", name, want)
			}
			if len(chart.Rows) < 2000 {
				t.Errorf("%s has %d rows", name, len(chart.Rows))
			}
			if html := string(chart.HTML()); strings.Count(html, "<tr>") != tableRowsMax+2 || !strings.Contains(html, "… and 1,50") {
				t.Errorf("%s: the table has %d rows", name, strings.Count(html, "<tr>"))
			}
		}
	}
	dots, lines := sampleMap(2600)
	if says := Map(700, dots, lines).Says; !strings.Contains(says, "600 more are not drawn") {
		t.Errorf("the map says %q", says)
	}
}

// BenchmarkForms prints how long each picture takes, also against writing a table of 100
// rows in the same run.
func BenchmarkForms(b *testing.B) {
	rows := make([][]string, 100)
	for i := range rows {
		rows[i] = []string{"database-migrations", "41", "31", "2,480"}
	}
	yardstick := Chart{Head: []string{"a", "b", "c", "d"}, Rows: rows}
	timed := func(draw func()) float64 {
		began, n := time.Now(), 0
		for time.Since(began) < 20*time.Millisecond {
			draw()
			n++
		}
		return float64(time.Since(began)) / float64(n)
	}
	for _, f := range append(append([]form(nil), samples...), stress...) {
		if strings.Contains(f.name, "strange") || strings.Contains(f.name, "empty") {
			continue
		}
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				f.draw(700)
			}
			b.ReportMetric(timed(func() { f.draw(700) })/timed(func() { yardstick.HTML() }), "tables")
		})
	}
}

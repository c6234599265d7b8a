package rulebench_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/author/rulebench"
)

// example is a baseline of two scenarios in twenty rounds.
func example(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "baseline.json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Ensure that a baseline that cannot be compared with says why and what to do, and
// never half counts.
func TestLoadRefuses(t *testing.T) {
	good := string(example(t))
	if _, err := rulebench.Load([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, from, to, want string }{
		{"cut off", good[len(good)/2:], "", "it is damaged or no baseline"},
		{"empty", good, "", "it is damaged or no baseline"},
		{"something else", good, `{"passed": 3}`, "it has no format; write one with --save"},
		{"a list", good, `[]`, "no baseline"},
		{"a later format", `"format":1`, `"format":2`, "its format is 2, this impressionism reads 1; save a baseline anew"},
		{"unknown field", `"format":1`, `"format":1,"forms":1`, `unknown field "forms"`},
		{"too few rounds", `"rounds":20`, `"rounds":3`, "rounds is 3, not 20 to 5000"},
		{"other number of times", `"rounds":20`, `"rounds":21`, `scenario "fits": 20 times, but 21 rounds`},
		{"a time of nothing", `0.47741`, `0`, "a time of 0 yardsticks"},
		{"a negative time", `0.47741`, `-0.47741`, "a time of -0.47741 yardsticks"},
		{"an endless time", `0.47741`, `1e300`, "a time of 1e+300 yardsticks"},
		{"negative fuel", `"fuel":6490`, `"fuel":-1`, "a number below 0"},
		{"twice", `"name":"silent"`, `"name":"fits"`, `scenario "fits" is there twice`},
		{"too large", `"format":1`, `"format":1` + strings.Repeat(" ", rulebench.BaselineBytesMax), "it is no baseline that impressionism wrote"},
	} {
		if !strings.Contains(good, test.from) {
			t.Fatalf("%s: the example has no %s", test.name, test.from)
		}
		_, err := rulebench.Load([]byte(strings.Replace(good, test.from, test.to, 1)))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// Ensure that only what is the same is compared: another ruleset, yardstick or
// scenario is not, and it is said.
func TestCompareRefuses(t *testing.T) {
	report := measured(t, bench(t), carefulWith(t, ""))
	limits := rulebench.Limits{Time: 9}
	for _, test := range []struct {
		name   string
		change func(*rulebench.Baseline)
		want   string
	}{
		{"another ruleset", func(b *rulebench.Baseline) { b.Rulesets[0].ID = "acme/other" }, `it has no ruleset acme/careful, only "acme/other"; save`},
		{"no ruleset", func(b *rulebench.Baseline) { b.Rulesets = nil }, "it has no ruleset acme/careful, only none"},
		{"another yardstick", func(b *rulebench.Baseline) { b.Yardstick.Hash = "x" }, "impressionism 0.1.0 measured it with another yardstick"},
		{"other prices", func(b *rulebench.Baseline) { b.Yardstick.Fuel++ }, "another price of fuel; save a baseline anew"},
		{"other scenarios", func(b *rulebench.Baseline) {
			for i := range b.Rulesets[0].Scenarios {
				b.Rulesets[0].Scenarios[i].Hash = "x"
			}
		}, "no scenario of acme/careful is what it was"},
	} {
		b := saved(t, report)
		test.change(&b)
		if err := report.Compare(b, limits); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	b := saved(t, report)
	b.Rulesets[0].Scenarios[0].Hash, b.Rulesets[0].Scenarios[0].Fuel = "x", 1
	b.Rulesets[0].Scenarios = append(b.Rulesets[0].Scenarios, b.Rulesets[0].Scenarios[1])
	b.Rulesets[0].Scenarios[2].Name = "gone"
	if err := report.Compare(b, limits); err != nil {
		t.Fatal(err)
	}
	c := report.Comparison.Rulesets[0]
	if len(c.Scenarios) != 1 || c.Scenarios[0].Name != "silent" || len(c.Changed) != 1 || c.Changed[0] != "fits" || len(c.Gone) != 1 || c.Gone[0] != "gone" {
		t.Errorf("%+v", c)
	}
	if c.All.Fuel != c.Scenarios[0].Fuel || c.All.Time.Was != c.Scenarios[0].Time.Was || report.Regressions != 0 {
		t.Errorf("all is not what is compared: %+v", c.All)
	}
}

// Ensure that the yardstick stays what saved baselines were measured with. Whoever
// has to change it changes this hash, and says so in the changelog.
func TestYardstickStays(t *testing.T) {
	var b rulebench.Baseline
	if err := json.Unmarshal(example(t), &b); err != nil {
		t.Fatal(err)
	}
	report := measured(t, bench(t), carefulWith(t, ""))
	if report.Yardstick.Hash != b.Yardstick.Hash || report.Yardstick.Fuel != b.Yardstick.Fuel {
		t.Errorf("the yardstick is %s with fuel %d, it was %s with %d", report.Yardstick.Hash, report.Yardstick.Fuel, b.Yardstick.Hash, b.Yardstick.Fuel)
	}
}

// Ensure that no bytes make the reader fail but by an error, that what it takes can
// be compared, and that it is written as it was read.
func FuzzLoad(f *testing.F) {
	good := example(f)
	f.Add(good)
	f.Add(bytes.Replace(good, []byte(`"format":1`), []byte(`"format":9`), 1))
	f.Add([]byte(`{"format":1,"rounds":20,"rulesets":[]}`))
	f.Add([]byte(`{"format":1,"rounds":20,"rulesets":[{"id":"a/b","scenarios":[{"name":"x"}]}]}`))
	f.Add([]byte(`{"format":null}`))
	f.Add([]byte(`[[[[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := rulebench.Load(data)
		if err != nil {
			return
		}
		again, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rulebench.Load(again); err != nil {
			t.Errorf("what was read is refused once written: %v", err)
		}
		report := rulebench.Report{Yardstick: b.Yardstick}
		for _, ruleset := range b.Rulesets {
			report.Rulesets = append(report.Rulesets, rulebench.Measured{ID: ruleset.ID})
		}
		_ = report.Compare(b, rulebench.Limits{}) // an error is an answer
	})
}

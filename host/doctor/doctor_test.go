package doctor

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/seedtest"
)

// Ensure that each seeded fault is found, and nothing besides it; on a clean
// installation nothing at all. A file of testdata is a home with a fault; "want"
// has a line for each finding: its code, and words of its place, text or order;
// "setup" is done after the files are written.
func TestExamine(t *testing.T) {
	var codes []string
	for _, rule := range rules {
		codes = append(codes, rule.Code)
	}
	seedtest.Run(t, 60, codes, func(t *testing.T, file string) (want, got []string) {
		patient, want := admit(t, file)
		report := Examine(patient)
		if len(report.Checks) < len(Areas) {
			t.Errorf("%d areas were looked at, there are %d", len(report.Checks), len(Areas))
		}
		for _, f := range report.Findings {
			if f.Where == "" || f.What == "" || f.Do == "" || f.Severity == "" || f.Area == "" {
				t.Errorf("incomplete: %+v", f)
			}
			got = append(got, fmt.Sprintf("%s %s %s %s", f.Code, f.Where, f.What, f.Do))
		}
		return want, got
	})
}

// Ensure that --fix mends what it says, that nothing of it is found again, and
// that what the others wrote stays as it is.
func TestMend(t *testing.T) {
	for file, did := range map[string]string{
		"mode-open": "its mode is", "index-damaged": "it is empty now", "index-schema": "it is empty now",
		"state-damaged": "state.db", "install-leftovers": "removed",
	} {
		t.Run(file, func(t *testing.T) {
			patient, _ := admit(t, filepath.Join("testdata", file+".txtar"))
			before := contents(t, string(patient.Home))
			report := Examine(patient)
			mended := Mend(report.Findings, patient.Now)
			if len(mended) == 0 {
				t.Fatal("nothing was mended")
			}
			for _, m := range mended {
				if m.Error != "" || !strings.Contains(m.Did, did) {
					t.Errorf("got %+v", m)
				}
			}
			for _, f := range Examine(patient).Findings {
				if f.Code == file {
					t.Errorf("found again: %+v", f)
				}
			}
			if after := contents(t, string(patient.Home)); after != before {
				t.Errorf("the client's home was changed:\n%s\n%s", before, after)
			}
		})
	}
}

// Ensure that nothing is mended which is not ours to mend.
func TestMendLeavesTheRest(t *testing.T) {
	all := []Finding{{Code: "hooks-not-json", file: "/x"}, {Code: "mode-open", file: "/x"}, {Code: "install-leftovers", Fixable: true, file: "/x/models"}}
	mended := Mend(all, admitted)
	if len(mended) != 1 || mended[0].Error == "" {
		t.Errorf("got %+v", mended)
	}
}

// Ensure that versions are compared as numbers, whatever stands behind them.
func TestOlder(t *testing.T) {
	for _, pair := range [][2]string{{"1.0.60", "2.0.0"}, {"2.0.9", "2.0.14"}, {"2.1.197", "2.1.329"}, {"2.0", "2.0.0"}, {"2.1.0-beta.1", "2.1.1"}} {
		if !older(pair[0], pair[1]) || older(pair[1], pair[0]) {
			t.Errorf("%v", pair)
		}
	}
}

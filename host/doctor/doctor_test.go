package doctor

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client/inspect"

	"github.com/ed-irl/impressionism/host/seedtest"
)

// Ensure that each seeded fault is found, and nothing besides it; on a clean
// installation nothing at all. A file of testdata is a home with a fault; "want"
// has a line for each finding: its code, and words of its place, text or order;
// "setup" is done after the files are written.
func TestExamine(t *testing.T) {
	var codes []string
	for _, rule := range Rules(checkup, folders) {
		if rule.Area != inspect.AreaHooks { // package wiring has seeds of its own
			codes = append(codes, rule.Code)
		}
	}
	seedtest.Run(t, 60, codes, func(t *testing.T, file string) (want, got []string) {
		patient, want := admit(t, file)
		report := Examine(t.Context(), patient)
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

// Ensure that a client without a checkup is not looked at, and everything else is.
func TestClient(t *testing.T) {
	patient, _ := admit(t, filepath.Join("testdata", "plugin-missing.txtar"))
	with := Examine(t.Context(), patient)
	patient.Client = inspect.Checkup{}
	without := Examine(t.Context(), patient)
	if len(without.Findings) != len(with.Findings)-1 || len(without.Checks) != len(with.Checks)-4 || len(Times(t.Context(), patient)) != 0 {
		t.Errorf("with %+v\nwithout %+v", with, without)
	}
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
			before := contents(t, patient.Home)
			report := Examine(t.Context(), patient)
			mended := Mend(report.Findings, patient.Now)
			if len(mended) == 0 {
				t.Fatal("nothing was mended")
			}
			for _, m := range mended {
				if m.Error != "" || !strings.Contains(m.Did, did) {
					t.Errorf("got %+v", m)
				}
			}
			for _, f := range Examine(t.Context(), patient).Findings {
				if f.Code == file {
					t.Errorf("found again: %+v", f)
				}
			}
			if after := contents(t, patient.Home); after != before {
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

package builtin_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest"
	"github.com/ed-irl/impressionism/host/engine"
)

// expectation: entries in order, reasons by a part of them.
type expectation struct {
	Activate   []abi.Entry `json:"activate"`
	Deactivate []abi.Entry `json:"deactivate"`
	Log        []string    `json:"log"`    // each is part of a line
	Active     []string    `json:"active"` // after the event; not looked at where absent
	Asked      []string    `json:"asked"`  // each is the name and request of a host call
}

func compare(t *testing.T, name string, want expectation, got engine.Outcome, host *abitest.Host) {
	t.Helper()
	for _, side := range []struct {
		name      string
		want, got []abi.Entry
	}{
		{"activate", want.Activate, got.Decision.Activate},
		{"deactivate", want.Deactivate, got.Decision.Deactivate},
	} {
		if diff := cmp.Diff(ids(side.want), ids(side.got)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", name, side.name, diff)
			continue
		}
		for i, entry := range side.want {
			if !strings.Contains(side.got[i].Reason, entry.Reason) {
				t.Errorf("%s: %s %s: reason %q has no %q", name, side.name, entry.SkillID, side.got[i].Reason, entry.Reason)
			}
			if entry.Score != nil && (side.got[i].Score == nil || fmt.Sprintf("%.4f", *entry.Score) != fmt.Sprintf("%.4f", *side.got[i].Score)) {
				t.Errorf("%s: %s: score is not %v", name, entry.SkillID, *entry.Score)
			}
		}
	}
	var lines []string
	for _, line := range got.Trace.Log {
		lines = append(lines, line.Level+" "+line.Message)
	}
	for _, part := range want.Log {
		if !strings.Contains(strings.Join(lines, "\n"), part) {
			t.Errorf("%s: log %q has no %q", name, lines, part)
		}
	}
	calls := map[string]bool{}
	for _, call := range got.Trace.Calls {
		calls[call.Call+" "+string(call.Request)] = true
	}
	for _, call := range want.Asked {
		if !calls[call] {
			t.Errorf("%s: %s was not asked among %v", name, call, slices.Sorted(maps.Keys(calls)))
		}
	}
	if want.Active != nil {
		if diff := cmp.Diff(want.Active, host.ActiveIDs()); diff != "" {
			t.Errorf("%s: active after it (-want +got):\n%s", name, diff)
		}
	}
}

func ids(entries []abi.Entry) []string {
	list := []string{}
	for _, entry := range entries {
		list = append(list, entry.SkillID)
	}
	return list
}

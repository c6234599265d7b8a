package main

import (
	"maps"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/eval"
)

// plainAlarmsMax is how many prompts of plain coding in other languages may get
// a suggestion, of 91: at most what chance lets through in English.
const plainAlarmsMax = 2

// Ensure that the whole program, with a model and without one, suggests nothing
// to small talk in seven other languages and hardly anything to plain coding.
// What it finds there is logged, not demanded.
func TestOtherLanguages(t *testing.T) {
	envtest.SharedEval(t)
	holdsInOtherLanguages(t, t.TempDir())
}

// holdsInOtherLanguages is that promise in a home, with a model or without.
func holdsInOtherLanguages(t *testing.T, home string) {
	t.Helper()
	folder := "../../host/eval/testdata/languages"
	set, err := eval.OpenSet(folder)
	envtest.Must(t, err)
	voices := tallyVoices(t, set, answered(t, home, folder))
	alarms := 0
	for _, voice := range slices.Sorted(maps.Keys(voices)) {
		v := voices[voice]
		t.Logf("%s: %d of %d needs found, %d wrong; alarms on %d of %d plain prompts, %d of %d of small talk",
			voice, v.found, v.needs, v.wrong, v.plainAlarms, v.plain, v.talkAlarms, v.talk)
		if v.talkAlarms > 0 || v.talk < 8 || v.plain < 6 || v.needs < 10 {
			t.Errorf("%s: %d alarms on small talk; of it there are %d prompts, of plain coding %d, with a need %d", voice, v.talkAlarms, v.talk, v.plain, v.needs)
		}
		alarms += v.plainAlarms
	}
	if len(voices) != 7 || alarms > plainAlarmsMax {
		t.Errorf("%d languages, %d alarms on plain coding; want 7, at most %d", len(voices), alarms, plainAlarmsMax)
	}
}

type voiceTally struct {
	needs, found, wrong int
	plain, plainAlarms  int
	talk, talkAlarms    int
}

// tallyVoices counts, by language, what was suggested.
func tallyVoices(t *testing.T, set eval.Set, answers eval.Rankings) map[string]*voiceTally {
	t.Helper()
	voices := map[string]*voiceTally{}
	for _, label := range set.Labels {
		v := voices[label.Voice]
		if v == nil {
			v = &voiceTally{}
			voices[label.Voice] = v
		}
		right, wrong := 0, 0
		for _, id := range answers[label.ID].Selected {
			switch {
			case slices.Contains(slices.Concat(label.Gold...), id):
				right = 1
			case !slices.Contains(label.OK, id):
				wrong = 1
				t.Logf("%s (%s) gets %s", label.ID, label.Family, id)
			}
		}
		switch label.Family {
		case "need":
			v.needs++
			v.found += right
			v.wrong += wrong
		case "plain":
			v.plain++
			v.plainAlarms += wrong
		case "small-talk":
			v.talk++
			v.talkAlarms += wrong
		default:
			t.Errorf("%s is of family %q", label.ID, label.Family)
		}
	}
	return voices
}

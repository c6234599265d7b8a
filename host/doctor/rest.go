package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/store/session"
)

// config tells of settings that do not count, and of deadlines that come too late.
func (e *exam) config() {
	e.saw(areaConfig, e.Files.Config+present(e.Files.Config))
	for _, p := range e.Settings.Refused {
		e.found("config-refused", p.Where, p.What)
	}
	for _, p := range e.Settings.Ignored {
		e.found("config-ignored", p.Where, p.What)
	}
	if dir := e.Settings.SkillsDir; dir != "" {
		told := e.found("skills-dir", dir, fmt.Sprintf("IMPRESSIONISM_SKILLS_DIR replaces all your folders of skills by %s.", dir))
		if !isFolder(dir) {
			told.Severity, told.What = Warning, strings.TrimSuffix(told.What, ".")+", which is no folder: no skill is found."
		}
	}
	if name := e.Settings.Asking; name != "" {
		e.found("hooks-asking", name, fmt.Sprintf("%s is set here; a client that has it gets no suggestion.", name))
	}
	deadlines := map[string]struct {
		key string
		ms  int
	}{
		abi.EventPrompt:       {"hook.prompt_ms", e.Settings.PromptMS},
		abi.EventSessionEnded: {"hook.session_end_ms", e.Settings.SessionEndMS},
	}
	for _, wait := range e.waits {
		if own, set := deadlines[wait.Event]; set && float64(own.ms) >= wait.MS {
			e.found("deadline-late", e.Files.Config, fmt.Sprintf("%s is %d, but the client ends the hook after %.0f ms.", own.key, own.ms, wait.MS))
		}
	}
}

func present(path string) string {
	if isFile(path) {
		return ""
	}
	return " (not there; defaults count)"
}

// rulesets looks at what decides.
func (e *exam) rulesets() {
	for _, r := range e.Rulesets() {
		if r.Active {
			e.saw(areaRulesets, "active: "+r.ID)
		}
		switch {
		case r.Untrusted:
			e.found("ruleset-untrusted", r.Where, fmt.Sprintf("The project asks for %s.", r.ID))
		case r.Problem != "" && r.Active:
			e.found("ruleset-broken", r.Where, fmt.Sprintf("%s: %s.", r.ID, r.Problem))
		case r.Problem != "":
			e.found("ruleset-other-broken", r.Where, fmt.Sprintf("%s: %s.", r.ID, r.Problem))
		case r.Unvetted && r.Active:
			e.found("ruleset-unvetted", r.Where, fmt.Sprintf("%s was never looked at, or changed since.", r.ID))
		case r.Paused != "" && r.Active:
			e.found("ruleset-paused", r.Where, fmt.Sprintf("%s: %s.", r.ID, r.Paused))
		case r.Changed:
			e.found("ruleset-changed", r.Where, fmt.Sprintf("%s is not as it was added.", r.ID))
		}
	}
}

// Room on the disk below which something is told: a rebuilt index takes tens of
// megabytes, a single event some kilobytes.
const (
	freeBytesLow  = 200 << 20
	freeBytesFull = 10 << 20
)

// disk looks at the room that is left.
func (e *exam) disk() {
	folder := filepath.Dir(e.Files.State)
	for !isFolder(folder) && filepath.Dir(folder) != folder {
		folder = filepath.Dir(folder)
	}
	free, err := e.FreeBytes(folder)
	if err != nil {
		e.saw(areaDisk, "free room is not known here")
		return
	}
	e.saw(areaDisk, fmt.Sprintf("%d MB free", free>>20))
	switch {
	case free < freeBytesFull:
		e.found("disk-full", folder, fmt.Sprintf("%d MB are free.", free>>20))
	case free < freeBytesLow:
		e.found("disk-low", folder, fmt.Sprintf("%d MB are free.", free>>20))
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// log tells what went wrong of late.
func (e *exam) log() {
	since := e.Now.AddDate(0, 0, -e.Days)
	tally, err := logfile.TallySince(e.Files.Log, e.Settings.LogFiles, since)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		e.saw(areaLog, "cannot be read")
		e.found("log-unread", e.Files.Log, fmt.Sprintf("%v.", err))
		return
	}
	total, errs, silent, wordsOnly := 0, 0, 0, 0
	var failed, gotOver []string
	for _, t := range tally {
		total += t.Count
		part := fmt.Sprintf("%s %s, last on %s", t.Code, count(t.Count, "time", "times"), t.Last.Local().Format(time.DateTime))
		switch {
		case t.Code == codeDeadline:
			silent = t.Count
		case t.Code == codeModelLate:
			wordsOnly = t.Count
		case t.Errors > 0:
			errs, failed = errs+t.Errors, append(failed, part)
		default:
			gotOver = append(gotOver, part)
		}
	}
	e.saw(areaLog, fmt.Sprintf("%s in the last %s", count(total, "problem", "problems"), days(e.Days)))
	e.busy(silent, wordsOnly, since)
	if errs > 0 {
		e.found("log-errors", e.Files.Log, fmt.Sprintf("%s no answer. %s.", count(errs, "event got", "events got"), strings.Join(failed, "; ")))
	}
	if len(gotOver) > 0 {
		e.found("log-problems", e.Files.Log, strings.Join(gotOver, "; ")+".")
	}
}

// Codes of the log that tell of a busy machine.
const (
	codeDeadline  = "deadline"
	codeModelLate = "model-late"
)

// busy tells for how many events the machine was too busy.
func (e *exam) busy(silent, wordsOnly int, since time.Time) {
	prompts := ""
	if store, err := session.Open(e.Files.State, session.Options{ReadOnly: true, Patient: true}); err == nil {
		if n, err := store.PromptsSince(since); err == nil && n > 0 {
			prompts = fmt.Sprintf(" There were %s.", count(n, "prompt", "prompts"))
		}
		_ = store.Close() // it was only looked at
	}
	switch {
	case silent > 0:
		words := ""
		if wordsOnly > 0 {
			words = fmt.Sprintf(", and %s answered by words alone", count(wordsOnly, "prompt was", "prompts were"))
		}
		e.found("machine-busy", e.Files.Log, fmt.Sprintf("In the last %s your machine was too busy for %s, which got no answer%s.%s A prompt has %d ms, and up to %d while other work holds it up.",
			days(e.Days), count(silent, "event", "events"), words, prompts, e.Settings.PromptMS, max(e.Settings.PromptMS, e.Settings.StretchMS)))
	case wordsOnly > 0:
		e.found("model-late", e.Files.Log, fmt.Sprintf("In the last %s %s by words alone, as the model was not ready in time.%s",
			days(e.Days), count(wordsOnly, "prompt was answered", "prompts were answered"), prompts))
	}
}

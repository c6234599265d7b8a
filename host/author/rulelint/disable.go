package rulelint

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/internal/jsonnode"
)

// DisableFile switches rules off for a ruleset in any language; the engine does
// not read files that begin with a dot.
const DisableFile = ".impressionism-lint"

const disableMark = "impressionism:disable"

// disabled is one comment that switches a rule off.
type disabled struct {
	code string
	file string // with line: this line only; "": everywhere
	line int
}

// disable takes out what comments switch off, and tells of comments that say no
// reason or name no rule.
func (l *linter) disable() {
	var all []disabled
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		line := 0
		if path.Ext(name) != ".lua" && name != DisableFile {
			continue
		}
		for text := range strings.Lines(string(l.Files[name])) {
			line++
			if d, ok := l.comment(name, line, text); ok {
				all = append(all, d)
			}
		}
	}
	all = append(all, l.disabledByManifest()...)
	if len(all) == 0 {
		return
	}
	before := len(l.report.Findings)
	l.report.Findings = slices.DeleteFunc(l.report.Findings, func(f diag.Finding) bool {
		return slices.ContainsFunc(all, func(d disabled) bool {
			return d.code == f.Code && (d.file == "" || d.file == f.File && d.line == f.Line)
		})
	})
	l.report.Disabled = before - len(l.report.Findings)
}

// disabledByManifest reads the manifest's disable, which names rules and properties of
// rules fuzz.
func (l *linter) disabledByManifest() []disabled {
	field := l.document.Field("disable")
	if field == nil || !l.expect(field, "disable", jsonnode.Object) {
		return nil
	}
	var all []disabled
	for _, f := range field.Fields {
		if !l.expect(f.Value, "the reason of "+f.Name, jsonnode.Text) {
			continue
		}
		if strings.TrimSpace(f.Value.Text) == "" {
			l.find("disable-invalid", l.offset(f.At), "Write the reason: why it is right here.", "%.60s is switched off without a reason.", f.Name)
			continue
		}
		_, known := Rules.Find(f.Name)
		switch {
		case known:
			all = append(all, disabled{code: f.Name})
		case l.Properties != nil && !slices.Contains(l.Properties, f.Name):
			names := slices.Concat(Rules.Codes(), l.Properties)
			l.find("disable-invalid", l.offset(f.At), didYouMean(f.Name, names, "Name a code of rules validate, or a property of rules fuzz: --help lists both."), "There is no rule and no property %.60q to switch off.", f.Name)
		}
	}
	return all
}

// comment reads "-- impressionism:disable CODE: reason", which counts for its line
// where code stands before it, else for the ruleset. In a DisableFile a line is
// "CODE: reason".
func (l *linter) comment(name string, line int, text string) (disabled, bool) {
	before, words, marked := strings.Cut(text, "-- "+disableMark)
	if name == DisableFile {
		before, words, marked = "", text, strings.TrimSpace(text) != "" && !strings.HasPrefix(text, "#")
	}
	if !marked {
		return disabled{}, false
	}
	code, reason, _ := strings.Cut(strings.TrimSpace(words), ":")
	code = strings.TrimSpace(code)
	if _, known := Rules.Find(code); !known {
		l.find("disable-invalid", place{name, line, 1}, didYouMean(code, Rules.Codes(), "Name a code: impressionism rules validate --help lists them."), "There is no rule %.60q to switch off.", code)
		return disabled{}, false
	}
	if strings.TrimSpace(reason) == "" {
		l.find("disable-invalid", place{name, line, 1}, "Write the reason after a colon: "+code+": why it is right here.", "The rule %s is switched off without a reason, so it is not.", code)
		return disabled{}, false
	}
	d := disabled{code: code}
	if strings.TrimSpace(before) != "" {
		d.file, d.line = name, line
	}
	return d, true
}

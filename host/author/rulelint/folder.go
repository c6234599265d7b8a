package rulelint

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi/scenario"
)

var yamlLine = regexp.MustCompile(`line (\d+)`)

func (l *linter) scenarios() {
	count := 0
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		if path.Dir(name) != "scenarios" || path.Ext(name) != ".yaml" {
			continue
		}
		count++
		_, err := scenario.DecodeIn(l.Files[name], l.file)
		if err == nil {
			continue
		}
		at := place{file: name}
		if found := yamlLine.FindStringSubmatch(err.Error()); found != nil {
			at.line, _ = strconv.Atoi(found[1])
		}
		l.find("scenario-invalid", at, "Write it as schemas/scenario.schema.json has it.", "It is no scenario: %v.", err)
	}
	if count == 0 {
		l.find("scenarios-missing", place{file: manifestFile}, "Add scenarios/<name>.yaml: why, context, items, search and expect.",
			"There is no scenario, so nothing shows that the ruleset does what it should.")
	}
}

func (l *linter) file(name string) ([]byte, error) {
	if data, ok := l.Files[name]; ok {
		return data, nil
	}
	return nil, fmt.Errorf("the ruleset has no file %s", name)
}

// headings of a README: `rules explain` prints it.
var headings = []string{"What it does", "Why", "Example", "Options"}

func (l *linter) readme() {
	data, ok := l.Files["README.md"]
	if !ok {
		l.find("readme-missing", place{file: manifestFile}, "Write README.md with the headings "+strings.Join(headings, ", ")+".", "There is no README.md, which tells users what they would switch on.")
		return
	}
	var found []string
	for line := range strings.Lines(string(data)) {
		if text := strings.TrimLeft(line, "#"); len(text) < len(line) {
			found = append(found, strings.TrimSpace(text))
		}
	}
	for _, heading := range headings {
		same := func(text string) bool { return strings.EqualFold(text, heading) }
		if !slices.ContainsFunc(found, same) {
			l.find("readme-heading", place{file: "README.md"}, "Add ## "+heading+", with a sentence below it.", "There is no heading %q.", heading)
		}
	}
}

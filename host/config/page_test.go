package config

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Ensure the page of settings has a row for every setting, with the default and the range that
// hold, and says which ones a variable sets. What a setting means is written there.
func TestPageOfSettings(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "settings.md")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- all but the meanings: go test ./host/config -update -->\n", "<!-- end of settings -->"
	head, table, found := strings.Cut(string(data), begin)
	table, tail, closed := strings.Cut(table, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the settings", path)
	}
	meanings := map[string]string{}
	for line := range strings.Lines(table) {
		if cells := strings.Split(strings.Trim(line, "| \n"), " | "); len(cells) == 4 {
			meanings[strings.Trim(cells[0], "`")] = cells[3]
		}
	}
	want := head + begin + settingsTable(meanings) + end + tail
	if rewrite := flag.Lookup("update"); want != string(data) && rewrite != nil && rewrite.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(data) {
		t.Errorf("%s is not as the code has it; run: go test ./host/config -update", path)
	}
	for key, f := range theSchema().fields {
		if meanings[key] == "" {
			t.Errorf("write into %s what %s means", path, f.key)
		}
	}
	last := len(usersKeys) - 1
	if words := "`" + strings.Join(usersKeys[:last], "`, `") + "` and `" + usersKeys[last] + "`"; !strings.Contains(string(data), words) {
		t.Errorf("%s does not say that no variable sets %s", path, words)
	}
}

// settingsTable is the table of the page, in the order of the types.
func settingsTable(meanings map[string]string) string {
	encoded, err := json.Marshal(Defaults(Folders{}))
	var defaults map[string]any
	if err == nil {
		err = json.Unmarshal(encoded, &defaults)
	}
	if err != nil {
		panic(err) // our own defaults
	}
	var b strings.Builder
	b.WriteString("\n| setting | default | allowed | meaning |\n|---|---|---|---|\n")
	for _, key := range theSchema().keys {
		f, ok := theSchema().fields[key]
		if !ok {
			continue
		}
		group, name, inGroup := strings.Cut(key, ".")
		value := defaults[group]
		if inGroup {
			value = value.(map[string]any)[name]
		}
		preset := plainYAML(value)
		if key == "indexing.directories" {
			preset = "those of the client"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", key, cmp.Or(preset, "–"), rangeOf(f), meanings[key])
	}
	return b.String() + "\n"
}

// plainYAML writes a default as people write it.
func plainYAML(value any) string {
	var parts []string
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			parts = append(parts, plainYAML(v))
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			text := plainYAML(value[name])
			if _, nested := value[name].(map[string]any); nested {
				text = "{" + text + "}"
			}
			parts = append(parts, name+": "+text)
		}
	case float64:
		return fmt.Sprint(whole(value))
	case string:
		return strings.ReplaceAll(value, "*", `\*`)
	default:
		return fmt.Sprint(value)
	}
	return strings.Join(parts, ", ")
}

// rangeOf says what a setting takes.
func rangeOf(f field) string {
	switch f.kind {
	case linesField:
		return "lines by name"
	case wishesField:
		return fmt.Sprintf("at most %d, of at most %d ids each", wishesMax, wishedIDsMax)
	case parametersField:
		return "values by name"
	case rulesetsField:
		return "values by name, by id"
	}
	words := strings.NewReplacer(allowedID, "an id", "allowed: ", "", "a whole number from ", "", "a number from ", "", "a list of at most", "at most").Replace(f.allowed())
	if from, open := strings.CutSuffix(words, " on"); open {
		return "at least " + from
	}
	return words
}

package shrink

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/abi/scenario"
)

// order is that of a scenario's fields, as people write them.
var order = []string{"why", "session", "context", "parameters", "items", "active", "messages", "tool_uses", "search", "relevance", "expect"}

// YAML writes a scenario: a block for each field, a line for each entry, values
// as JSON, which YAML reads. Fields that say nothing are left out.
func YAML(s scenario.Scenario, comment string) ([]byte, error) {
	encoded, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("write scenario: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		return nil, fmt.Errorf("write scenario: %w", err)
	}
	var out strings.Builder
	for line := range strings.Lines(comment) {
		fmt.Fprintf(&out, "# %s\n", strings.TrimRight(line, "\n"))
	}
	for _, name := range order {
		block(&out, name, fields[name])
	}
	return []byte(out.String()), nil
}

func block(out *strings.Builder, name string, value any) {
	switch value := value.(type) {
	case []any:
		if len(value) == 0 {
			return
		}
		fmt.Fprintf(out, "%s:\n", name)
		for _, entry := range value {
			fmt.Fprintf(out, "  - %s\n", flow(entry, true))
		}
	case map[string]any:
		if name == "expect" {
			expectation(out, value)
			return
		}
		if name == "context" {
			maps.DeleteFunc(value, func(_ string, v any) bool { return v == json.Number("0") })
		}
		text := flow(value, name != "parameters")
		if text != "{}" {
			fmt.Fprintf(out, "%s: %s\n", name, text)
		}
	case string:
		fmt.Fprintf(out, "%s: %s\n", name, flow(value, true))
	}
}

// expectation writes what has to come. Where a part of what is activated is said,
// the whole is not.
func expectation(out *strings.Builder, fields map[string]any) {
	out.WriteString("expect:\n")
	partly := fields["includes"] != nil || fields["excludes"] != nil || fields["count"] != nil
	if !partly || fields["activate"] != nil {
		fmt.Fprintf(out, "  activate:%s\n", list(fields["activate"]))
	}
	for _, name := range []string{"includes", "excludes", "asked", "warnings"} {
		if fields[name] != nil {
			fmt.Fprintf(out, "  %s:%s\n", name, list(fields[name]))
		}
	}
	if fields["count"] != nil {
		fmt.Fprintf(out, "  count: %s\n", scalar(fields["count"]))
	}
	fmt.Fprintf(out, "  deactivate:%s\n", list(fields["deactivate"]))
}

func list(value any) string {
	entries, _ := value.([]any)
	if len(entries) == 0 {
		return " []"
	}
	var lines []string
	for _, entry := range entries {
		lines = append(lines, "\n    - "+flow(entry, true))
	}
	return strings.Join(lines, "")
}

// flow writes a value on one line; terse leaves out fields that say nothing.
func flow(value any, terse bool) string {
	switch value := value.(type) {
	case []any:
		parts := make([]string, len(value))
		for i, entry := range value {
			parts[i] = flow(entry, terse)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, name := range names(value) {
			if terse && !says(value[name]) {
				continue
			}
			parts = append(parts, scalar(name)+": "+flow(value[name], terse))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return scalar(value)
}

func scalar(value any) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // it was read from JSON
	}
	return printable(strings.TrimSuffix(out.String(), "\n"))
}

// names returns a map's keys, the ref first.
func names(fields map[string]any) []string {
	keys := slices.Sorted(maps.Keys(fields))
	slices.SortStableFunc(keys, func(a, b string) int { return rankOf(a) - rankOf(b) })
	return keys
}

func rankOf(name string) int {
	if name == "ref" {
		return 0
	}
	return 1
}

// says reports whether a value is more than its absence. Numbers are kept: a
// score of 0 is one.
func says(value any) bool {
	switch value := value.(type) {
	case nil:
		return false
	case string:
		return value != ""
	case bool:
		return value
	case []any:
		return len(value) > 0
	case map[string]any:
		return len(value) > 0
	}
	return true
}

// printable escapes what YAML does not take as it is.
func printable(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r < 0x7f || (unicode.IsPrint(r) && r != 0xfeff):
			out.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&out, "\\U%08x", r) // YAML's own escape: JSON has none of one piece
		default:
			fmt.Fprintf(&out, "\\u%04x", r)
		}
	}
	return out.String()
}

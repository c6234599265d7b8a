package servers

import (
	"fmt"
	"strconv"
	"strings"
)

// patternsMax is how many rules with "*" of one file of a project's count. Each tool of each
// listing is compared with each.
const patternsMax = 64

// denied returns what client.Servers.Denied is. Rules are written with the ids that the
// client forms.
func (r *reader) denied() func(id string) string {
	exact := map[string]bool{}
	var patterns []pattern
	for _, l := range r.layers {
		ofFile := 0
		for _, rule := range l.rules {
			switch {
			case strings.ContainsAny(rule, "()"):
				// the client takes no such rule for these tools
			case !strings.Contains(rule, "*"):
				exact[rule] = true
			case l.strange && ofFile == patternsMax:
				r.warn(l.path, fmt.Sprintf("permissions.deny has more than %d rules with *; the first %[1]d are read", patternsMax))
			default:
				ofFile++
				patterns = append(patterns, patternOf(rule))
			}
		}
	}
	return func(id string) string {
		if exact[id] {
			return id
		}
		if server := serverOf(id); server != "" && exact[server] {
			return server
		} else if server != "" && exact[server+"__"] {
			return server + "__"
		}
		for _, pattern := range patterns {
			if pattern.matches(id) {
				return pattern.written
			}
		}
		return ""
	}
}

// serverOf is "mcp__x" of "mcp__x__y", where x ends at the first "__"; empty for other ids.
func serverOf(id string) string {
	rest, found := strings.CutPrefix(id, "mcp__")
	server, _, named := strings.Cut(rest, "__")
	if !found || !named {
		return ""
	}
	return id[:len("mcp__")+len(server)]
}

// What the client compares with its share of the window, where it counts at all.
const (
	windowTokens  = 200_000 // the narrowest of its models: it counts as the client's own
	bytesPerToken = 4
	builtinTokens = 6_000 // of its own tools that are kept back with the servers'; 2.1.329
	shareDefault  = 10    // percent
)

// Variables change what client.Servers.Defers is.
var Variables = []string{toolSearchVariable, noBetasVariable}

const (
	toolSearchVariable = "ENABLE_TOOL_SEARCH"
	noBetasVariable    = "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS"
)

// defers returns what client.Servers.Defers is. Measured on 2.1.197 and 2.1.329: the
// client always keeps tools back, unless ENABLE_TOOL_SEARCH says otherwise.
func (r *reader) defers() func(bytes int64) bool {
	always := func(int64) bool { return true }
	never := func(int64) bool { return false }
	if r.denied()(toolSearch) != "" || isOn(r.variable(noBetasVariable)) {
		return never
	}
	value := strings.ToLower(strings.TrimSpace(r.variable(toolSearchVariable)))
	share, isAuto := shareOf(value)
	switch {
	case isAuto && share == 0:
		return always
	case isAuto && share >= 100, !isAuto && isOff(value):
		return never
	case !isAuto:
		return always
	}
	return func(bytes int64) bool {
		return float64(bytes)/bytesPerToken+builtinTokens > float64(windowTokens*share/100)
	}
}

// toolSearch is the tool by which the client loads those that it has kept back.
const toolSearch = "ToolSearch"

// shareOf reads "auto" and "auto:N", with N in percent.
func shareOf(value string) (percent int, isAuto bool) {
	number, isAuto := strings.CutPrefix(value, "auto")
	if !isAuto || number != "" && number[0] != ':' {
		return 0, false
	}
	percent, err := strconv.Atoi(strings.TrimPrefix(number, ":"))
	if err != nil {
		return shareDefault, true
	}
	return min(max(percent, 0), 100), true
}

func isOff(value string) bool {
	switch value {
	case "0", "false", "no", "off":
		return true
	}
	return false
}

func isOn(value string) bool { return value != "" && !isOff(strings.ToLower(value)) }

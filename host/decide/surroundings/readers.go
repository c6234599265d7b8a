package surroundings

import (
	"encoding/json"
	"strings"
)

func readNothing(string, *collection) {}

// readJSON reads the keys of the objects that list dependencies.
func readJSON(text string, c *collection) {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &fields) != nil {
		return
	}
	for field, weight := range map[string]float64{
		"dependencies": packageWeight, "require": packageWeight, "peerDependencies": packageWeight,
		"devDependencies": buildToolWeight, "require-dev": buildToolWeight,
	} {
		var packages map[string]json.RawMessage
		if json.Unmarshal(fields[field], &packages) != nil {
			continue
		}
		for name := range packages {
			c.addPackage(name, weight)
		}
	}
}

// readTOML reads tables of dependencies, lists of requirements, and the names
// of tools that have a table of their own.
func readTOML(text string, c *collection) {
	section, listing := "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		key, value, assigned := strings.Cut(line, "=")
		key = strings.Trim(key, `" `)
		switch {
		case listing:
			listing = !addQuoted(line, c)
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[] ")
			if tool, ok := strings.CutPrefix(section, "tool."); ok {
				tool, _, _ = strings.Cut(tool, ".")
				c.addPackage(tool, buildToolWeight)
			}
		case !assigned || strings.HasPrefix(line, "#"):
		case listsDependencies(section, key):
			listing = !addQuoted(value, c)
		case strings.HasSuffix(section, "dependencies") || section == "packages" || section == "dev-packages":
			c.addPackage(key, packageWeight)
		}
	}
}

func listsDependencies(section, key string) bool {
	switch section {
	case "project", "tool.uv":
		return strings.HasSuffix(key, "dependencies")
	case "dependency-groups", "project.optional-dependencies":
		return true
	}
	return false
}

// addQuoted adds the requirement at the start of each quoted text of a line and
// reports that the line closes its list, or opens none.
func addQuoted(line string, c *collection) (closed bool) {
	texts, rest := quoted(line)
	for _, text := range texts {
		c.addPackage(requirement(text), packageWeight)
	}
	return strings.Contains(rest, "]")
}

// quoted returns what stands between quotes in a line, and the rest of it.
func quoted(line string) (texts []string, rest string) {
	var outside strings.Builder
	for {
		from := strings.IndexAny(line, "\"'")
		to := -1
		if from >= 0 {
			to = strings.IndexByte(line[from+1:], line[from])
		}
		if to < 0 {
			return texts, outside.String() + line
		}
		outside.WriteString(line[:from])
		texts = append(texts, line[from+1:from+1+to])
		line = line[from+to+2:]
	}
}

// requirement returns the name at the start of "uvicorn[standard]>=0.30".
func requirement(text string) string {
	text = strings.TrimSpace(text)
	if end := strings.IndexFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.')
	}); end >= 0 {
		text = text[:end]
	}
	return text
}

// readRequirements reads a requirement a line, also as entries of a YAML list.
func readRequirements(text string, c *collection) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		entry, listed := strings.CutPrefix(line, "- ")
		if line == "" || !listed && strings.ContainsAny(line[:1], "#-") || strings.HasSuffix(line, ":") {
			continue
		}
		if !strings.HasPrefix(line, "name:") && !strings.HasPrefix(line, "channels:") {
			c.addPackage(requirement(entry), packageWeight)
		}
	}
}

// readGoMod reads the modules that are required directly.
func readGoMod(text string, c *collection) {
	inside := false
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case len(fields) >= 2 && fields[0] == "require" && fields[1] == "(":
			inside = true
		case len(fields) > 0 && fields[0] == ")":
			inside = false
		case strings.Contains(line, "// indirect"):
		case inside && len(fields) >= 2:
			c.addPackage(fields[0], packageWeight)
		case len(fields) >= 3 && fields[0] == "require":
			c.addPackage(fields[1], packageWeight)
		}
	}
}

func readGemfile(text string, c *collection) {
	for line := range strings.Lines(text) {
		if call, ok := strings.CutPrefix(strings.TrimSpace(line), "gem "); ok {
			if texts, _ := quoted(call); len(texts) > 0 {
				c.addPackage(texts[0], packageWeight)
			}
		}
	}
}

package check

import (
	"path"
	"slices"
	"strings"
)

// isIgnored reports whether git does not track a path on purpose: some .gitignore has it,
// or its folder is one that builds write. Whether it exists, nobody here can know.
func (r *Repository) isIgnored(name string) bool {
	name = strings.TrimPrefix(path.Clean(name), "./")
	segments := strings.Split(name, "/")
	if built()[segments[0]] && !r.paths.hasDir(segments[0]) || segments[0] == ".git" {
		return true
	}
	return len(segments) <= segmentsMax && slices.ContainsFunc(r.ignoreLines(), func(line string) bool { return ignores(line, name, segments) })
}

// segmentsMax of a path, and ignoreLinesMax of all .gitignore files, are held against each
// other.
const (
	segmentsMax    = 40
	ignoreLinesMax = 20_000
)

// ignoreLines returns the lines of all .gitignore files that take something.
func (r *Repository) ignoreLines() []string {
	if r.ignored != nil {
		return r.ignored
	}
	lines := []string{}
	for _, file := range r.filesOf("", ".gitignore") {
		for line := range strings.Lines(r.text(file)) {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' && line[0] != '!' && len(line) <= pieceBytesMax && len(lines) < ignoreLinesMax {
				lines = append(lines, line)
			}
		}
	}
	if !r.cut {
		r.ignored = lines
	}
	return lines
}

// built are folders that tools write.
var built = set("node_modules target dist build out bin obj .venv venv __pycache__ coverage tmp .cache .next .nuxt .gradle .terraform .tox .mypy_cache .pytest_cache .ruff_cache htmlcov .idea .vscode")

// ignores reports whether a line of a .gitignore takes a path or a folder above it. Where
// the line's folder matters, being lenient costs a finding at most.
func ignores(line, name string, segments []string) bool {
	line = strings.TrimSuffix(line, "/")
	line = strings.TrimPrefix(strings.TrimPrefix(line, "**/"), "/")
	line = strings.TrimSuffix(strings.TrimSuffix(line, "/**"), "/*")
	if !strings.Contains(line, "/") {
		for _, segment := range segments {
			if ok, err := path.Match(line, segment); ok && err == nil && line != "*" {
				return true
			}
		}
		return false
	}
	depth := strings.Count(line, "/") + 1
	for start := 0; start+depth <= len(segments); start++ {
		if ok, err := path.Match(line, path.Join(segments[start:start+depth]...)); ok && err == nil {
			return true
		}
	}
	return false
}

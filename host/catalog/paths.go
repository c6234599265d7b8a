package catalog

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// hiddenByPaths begins why an item is hidden that waits for files: its patterns follow,
// as JSON.
const hiddenByPaths = "paths: "

// Limits of an item's patterns, which may be a stranger's: alternatives multiply.
const (
	patternsMax     = 64
	patternBytesMax = 256
	bracesMax       = 3
	alternativesMax = 64      // patterns without braces that one with braces stands for
	combinedMax     = 256     // those that an item's patterns stand for together: the ones behind count for nothing
	fileBytesMax    = 4 << 10 // of a path that patterns are held against
)

// HiddenByPaths is why an item is hidden that is listed once a file matches one of its
// patterns.
func HiddenByPaths(patterns []string) string {
	kept := []string{}
	for _, pattern := range patterns {
		if pattern = strings.TrimSpace(pattern); pattern != "" && len(kept) < patternsMax && isMatchable(pattern) {
			kept = append(kept, pattern)
		}
	}
	encoded, err := json.Marshal(kept)
	if err != nil {
		panic(err) // texts always encode
	}
	return hiddenByPaths + string(encoded)
}

// PatternFault returns why a pattern of files counts for nothing, in words; "": it counts.
func PatternFault(pattern string) string {
	positive := strings.TrimPrefix(pattern, "!")
	switch {
	case strings.TrimSpace(pattern) == "":
		return "it is empty"
	case len(pattern) > patternBytesMax:
		return fmt.Sprintf("it is longer than %d bytes", patternBytesMax)
	case strings.Count(pattern, "{") > bracesMax:
		return fmt.Sprintf("it has more than %d alternatives within each other", bracesMax)
	case !doublestar.ValidatePattern(positive):
		return "it is no glob"
	case alternatives(positive) > alternativesMax:
		return fmt.Sprintf("its alternatives combine to more than %d patterns", alternativesMax)
	case positive == pattern && matchesAll(pattern):
		return "it matches every file"
	}
	return ""
}

// unlikely are pairs of paths that nobody has and that have nothing in common: a pattern which
// matches both matches all at that depth.
var unlikely = [][2]string{
	{"zq7xk", "bwvj4"},
	{"zq7xk.wvj", "bwvj4.p9t"},
	{"9kq/zq7xk.wvj", "h2d/bwvj4.p9t"},
	{"u4x/9kq/zq7xk", "h2d/t6m/bwvj4"},
	{"mw8/u4x/9kq/b3j/zq7xk.wvj", "c5r/h2d/t6m/n1g/bwvj4.p9t"},
}

func matchesAll(pattern string) bool {
	return slices.ContainsFunc(unlikely, func(pair [2]string) bool {
		return matches([]string{pattern}, pair[0]) && matches([]string{pattern}, pair[1])
	})
}

// MatchesPaths reports whether a file, whose path is slash-separated, is one that the patterns
// name, as an item's paths do. Patterns with a PatternFault name none.
func MatchesPaths(patterns []string, file string) bool {
	patterns = slices.DeleteFunc(slices.Clone(patterns[:min(len(patterns), patternsMax)]), func(pattern string) bool { return PatternFault(pattern) != "" })
	return len(file) <= fileBytesMax && matches(patterns, file)
}

// NamesFile reports whether patterns name a file of a workspace, whose path is relative to it
// and slash-separated. Those of a project's item, which say the project's folder, are relative
// to that, of which the workspace may be a part; no file outside of it is named.
func NamesFile(patterns []string, project, workspace, file string) bool {
	if project != "" && project != workspace {
		below, err := filepath.Rel(project, filepath.Join(workspace, filepath.FromSlash(file)))
		if err != nil || !filepath.IsLocal(below) {
			return false
		}
		file = filepath.ToSlash(below)
	}
	return MatchesPaths(patterns, file)
}

func isMatchable(pattern string) bool {
	positive := strings.TrimPrefix(pattern, "!")
	return len(pattern) <= patternBytesMax && strings.Count(pattern, "{") <= bracesMax && doublestar.ValidatePattern(positive) && alternatives(positive) <= alternativesMax
}

// alternatives returns how many patterns without braces a valid one stands for: doublestar tries
// each. Its braces and commas are those that doublestar takes for such.
func alternatives(pattern string) int {
	type brace struct{ before, last int } // patterns of the alternatives before the last, and of this
	within := []brace{{0, 1}}             // the whole pattern is one alternative
	for i := 0; i < len(pattern); i++ {
		top := len(within) - 1
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			for i++; i < len(pattern) && pattern[i] != ']'; i++ {
				if pattern[i] == '\\' {
					i++
				}
			}
		case '{':
			within = append(within, brace{0, 1})
		case ',':
			if top > 0 {
				within[top] = brace{within[top].before + within[top].last, 1}
			}
		case '}':
			if top > 0 {
				within[top-1].last *= within[top].before + within[top].last
				within = within[:top]
			}
		}
	}
	return within[0].last
}

// Waits reports whether an item that is hidden is so until a file is touched.
func Waits(hidden string) bool { return strings.HasPrefix(hidden, hiddenByPaths) }

// Opens reports whether one of the files, whose paths are relative to the workspace and
// slash-separated, is one that a hidden item waits for.
func Opens(hidden string, files []string) bool {
	var patterns []string
	text, ok := strings.CutPrefix(hidden, hiddenByPaths)
	if !ok || json.Unmarshal([]byte(text), &patterns) != nil {
		return false
	}
	for _, file := range files {
		if matches(patterns, file) {
			return true
		}
	}
	return false
}

// matches holds a file to patterns as git's ignore files have them: one without a slash
// within matches in any folder, one that matches a folder matches what is in it, and the
// last that matches counts, "!" taking back. So the client does, as measured on 2.1.329.
func matches(patterns []string, file string) bool {
	matched, combined := false, 0
	for _, pattern := range patterns {
		pattern, taken := strings.CutPrefix(pattern, "!")
		if !isMatchable(pattern) {
			continue // it is no pattern of ours
		}
		if combined += alternatives(pattern); combined > combinedMax {
			break
		}
		pattern = strings.TrimSuffix(pattern, "/")
		if anchored, ok := strings.CutPrefix(pattern, "/"); ok {
			pattern = anchored
		} else if !strings.Contains(pattern, "/") {
			pattern = "**/" + pattern
		}
		if doublestar.MatchUnvalidated(pattern, file) || doublestar.MatchUnvalidated(pattern+"/**", file) {
			matched = !taken
		}
	}
	return matched
}

// ValidPatterns leaves out patterns that are no doublestar globs.
func ValidPatterns(patterns []string) ([]string, []Rejection) {
	var kept []string
	var rejected []Rejection
	for _, pattern := range patterns {
		if doublestar.ValidatePattern(pattern) {
			kept = append(kept, pattern)
			continue
		}
		rejected = append(rejected, Rejection{
			Path: pattern, Code: "bad-pattern", Reason: "it is no valid glob; correct it in indexing.patterns or indexing.ignore",
		})
	}
	return kept, rejected
}

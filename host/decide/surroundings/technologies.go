package surroundings

import (
	_ "embed"
	"strings"
)

// technologies is "kind name\twords\n", sorted: what people say for a package,
// a file extension, a file, a folder or a command whose name does not say it.
// It is searched as it lies in the binary, so that a cold process pays nothing.
//
//go:embed technologies.txt
var technologies string

// Kinds of names in technologies.
const (
	ofPackage   = "package "
	ofExtension = "extension "
	ofFile      = "file "
	ofFolder    = "folder "
	ofCommand   = "command "
	everywhere  = "everywhere " // files that lie in workspaces of every kind, whose words do not count
)

// spoken returns the words for a name in lower case, or "".
func spoken(kind, name string) string {
	low, high := 0, len(technologies) // both at the start of a line
	for low < high {
		start := strings.LastIndexByte(technologies[:(low+high)/2], '\n') + 1
		line, _, _ := strings.Cut(technologies[start:], "\n")
		key, words, _ := strings.Cut(line, "\t")
		switch order := compareJoined(key, kind, name); {
		case order == 0:
			return words
		case order < 0:
			low = start + len(line) + 1
		default:
			high = start
		}
	}
	return ""
}

// compareJoined compares a key with kind+name without joining them.
func compareJoined(key, kind, name string) int {
	n := min(len(key), len(kind))
	if order := strings.Compare(key[:n], kind); order != 0 {
		return order
	}
	return strings.Compare(key[n:], name)
}

// addPackage adds what a package's name says: the words known for it, and its
// parts but those that say nothing.
func (c *collection) addPackage(name string, weight float64) {
	name = strings.ToLower(strings.TrimSpace(name))
	if len(name) > wordBytesMax {
		return
	}
	for _, known := range []string{name, strings.TrimPrefix(name, "@types/"), withoutVersion(name)} {
		c.add(spoken(ofPackage, known), weight)
	}
	for _, part := range parts(name) {
		c.add(spoken(ofPackage, part), weight)
		if !generic(part) {
			c.add(part, weight*partWeight)
		}
	}
}

// partWeight is what a part of a name counts beside words that are known for it.
const partWeight = .6

// withoutVersion takes the "/v9" off a Go module's path.
func withoutVersion(name string) string {
	base, last, found := cutLast(name, '/')
	if found && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		return base
	}
	return name
}

func cutLast(text string, separator byte) (before, after string, found bool) {
	if at := strings.LastIndexByte(text, separator); at >= 0 {
		return text[:at], text[at+1:], true
	}
	return text, "", false
}

// parts divides a name at everything that is no letter or digit.
func parts(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	})
}

// generic reports parts of names that say nothing of a subject.
func generic(part string) bool {
	if len(part) < 3 || strings.Trim(part, "0123456789") == "" {
		return true
	}
	switch part {
	case "action", "actions", "api", "app", "apps", "build", "cli", "client", "com", "common", "config", "core",
		"dev", "github", "index", "internal", "lib", "main", "net", "node", "org", "parent", "pkg", "plugin",
		"sdk", "server", "setup", "src", "starter", "test", "tests", "types", "util", "utils", "web", "www":
		return true
	}
	return false
}

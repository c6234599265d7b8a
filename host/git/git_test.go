package git

import (
	"slices"
	"strings"
	"testing"
)

// Ensure attributes come from the empty tree of the repository's kind of hashes.
func TestAttributes(t *testing.T) {
	for commit, want := range map[string]string{strings.Repeat("a", 40): emptyTree, strings.Repeat("a", 64): emptyTreeSHA256} {
		if got := (Program{}).WithAttributesOf(commit).attributes; !slices.Equal(got, []string{"GIT_ATTR_SOURCE=" + want}) {
			t.Errorf("got %q", got)
		}
	}
	if got := (Program{}).WithAttributesOf("").attributes; got != nil {
		t.Errorf("without a commit: got %q", got)
	}
}

// Ensure no variable of git's reaches the program but those that are set here.
func TestEnviron(t *testing.T) {
	got := Environ([]string{"HOME=/home/someone", "GIT_DIR=/x", "git_pager=x", "GIT_CONFIG_COUNT=1"})
	if !slices.Contains(got, "HOME=/home/someone") || slices.ContainsFunc(got, func(entry string) bool {
		return strings.HasPrefix(entry, "GIT_DIR=") || strings.HasPrefix(entry, "git_") || strings.HasPrefix(entry, "GIT_CONFIG")
	}) {
		t.Errorf("got %q", got)
	}
}

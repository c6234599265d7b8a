package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/config"
)

// Ensure a page or a stub that has a setting's default in parentheses behind its name, as in
// `suggest.max` (2), has the one that holds.
func TestPagesHaveTheDefaults(t *testing.T) {
	encoded, err := json.Marshal(config.Defaults(config.Folders{}))
	envtest.Must(t, err)
	var settings map[string]any
	envtest.Must(t, json.Unmarshal(encoded, &settings))
	root := os.DirFS("../..")
	files, err := fs.Glob(root, "docs/*.md")
	envtest.Must(t, err)
	authors, err := fs.Glob(root, "docs/rulesets/*.md")
	envtest.Must(t, err)
	files = slices.Concat(files, authors, []string{"sdk/lua/impressionism.d.lua", "sdk/rust/src/abi.rs"})
	found := 0
	for _, file := range files {
		text, err := fs.ReadFile(root, file)
		envtest.Must(t, err)
		for _, match := range settingWithDefault.FindAllStringSubmatch(string(text), -1) {
			found++
			got, err := strconv.ParseFloat(strings.ReplaceAll(match[3], ",", ""), 64)
			group, _ := settings[match[1]].(map[string]any)
			if want := group[match[2]]; err != nil || got != want {
				t.Errorf("%s: %s…: the default is %v", file, match[0], want)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d defaults were found", found)
	}
}

var settingWithDefault = regexp.MustCompile("`([a-z]+)\\.([a-z_]+)` \\((\\.?[0-9][0-9,]*(?:\\.[0-9]+)?)")

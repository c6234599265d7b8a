package licences

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var root = filepath.Join("..", "..", "..", "..")

const program = "./cmd/impressionism"

// Ensure that every module which the program links on any platform comes with a
// licence that is known, and its text.
func TestEveryModuleHasALicence(t *testing.T) {
	for _, platform := range []string{"linux/amd64", "windows/amd64"} {
		goos, goarch, _ := strings.Cut(platform, "/")
		parts, err := Modules(t.Context(), root, program, goos, goarch)
		if err != nil {
			t.Errorf("%s: %v", platform, err)
		}
		got := map[string]Part{}
		for _, part := range parts {
			got[part.Name+" "+part.Version] = part
		}
		linked := linkedModules(t, goos, goarch)
		for _, name := range linked {
			part, ok := got[name]
			if !ok || part.Licence == "" || len(part.Texts) == 0 || len(part.Texts[0].Data) < 500 {
				t.Errorf("%s: %s: got %q with %d texts", platform, name, part.Licence, len(part.Texts))
			}
		}
		if !slices.ContainsFunc(parts, func(p Part) bool { return strings.Contains(p.Name, "sqlite-vec") && p.Version != "" && p.Licence != "" }) {
			t.Errorf("%s: sqlite-vec, whose sources are copied, is missing", platform)
		}
		if len(parts) != len(linked)+1+len(copied) { // and Go
			t.Errorf("%s: %d parts for %d modules", platform, len(parts), len(linked))
		}
	}
}

// linkedModules asks in another way than Modules does.
func linkedModules(t *testing.T, goos, goarch string) []string {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} { // go test answers from its cache else
		if _, err := os.ReadFile(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", program)
	command.Dir = root
	command.Env = append(command.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=1")
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	lines = slices.DeleteFunc(slices.Compact(lines), func(line string) bool { return line == "" })
	if len(lines) < 10 {
		t.Fatalf("only %d modules are linked: %q", len(lines), lines)
	}
	return lines
}

// Ensure that a licence which asks for more than its text, none, or one that
// nobody knows stops a release instead of going out.
func TestDoubtfulLicences(t *testing.T) {
	gpl := "This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version."
	for _, test := range []struct {
		name, text, want string
	}{
		{"LICENSE", gpl, "which the archives do not carry"},
		{"LICENSE", "Ask my lawyer first, then ask again in writing.", "is like no known licence"},
		{"NOTICE", "by somebody", "there is no licence"},
	} {
		got, err := identify([]Text{{Name: test.name, Data: []byte(test.text)}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %q, %v, want %q", test.name, got, err, test.want)
		}
	}
	if _, err := Model("some", "CC-BY-NC-4.0", strings.Repeat("0", 64), false); err == nil {
		t.Error("a model's licence without its text was accepted")
	}
}

// Ensure that two licences in one module count both, and the supplied texts are
// what they are called.
func TestIdentify(t *testing.T) {
	both := suppliedFor["github.com/asg017/sqlite-vec-go-bindings"].read()
	got, err := identify(both)
	if err != nil || got != "Apache-2.0 AND MIT" {
		t.Errorf("got %q, %v", got, err)
	}
}

// Ensure the texts lie in a folder for each part, with a table that leads there.
func TestEntries(t *testing.T) {
	parts := []Part{
		{Name: "a.org/b", Version: "v1", Licence: "MIT", Texts: []Text{{"LICENSE", []byte("one")}, {"sub/NOTICE", []byte("two")}}},
		{Name: "ONNX Runtime", Version: "2", Licence: "MIT", Texts: []Text{{"LICENSE", []byte("three")}}},
	}
	got := map[string]string{}
	for _, entry := range Entries(parts) {
		got[entry.Name] = string(entry.Data)
	}
	for name, text := range map[string]string{
		"licenses/a.org/b/LICENSE.txt": "one", "licenses/a.org/b/sub/NOTICE.txt": "two", "licenses/ONNX-Runtime/LICENSE.txt": "three",
	} {
		if got[name] != text || !strings.Contains(got["licenses/README.md"], "("+strings.TrimPrefix(name, Folder+"/")+")") {
			t.Errorf("%s: got %q in %q", name, got[name], got)
		}
	}
}

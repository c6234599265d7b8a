package config_test

import (
	"os"
	"strings"
	"testing"
)

// layersFile is a case: a comment and named sections ("-- user.yaml --").
type layersFile struct {
	names    []string // in order; the comment is ""
	sections map[string]string
}

func readLayers(tb testing.TB, path string) layersFile {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	file := layersFile{names: []string{""}, sections: map[string]string{}}
	for line := range strings.Lines(string(data)) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- ")
		if name, closed := strings.CutSuffix(name, " --"); ok && closed {
			file.names = append(file.names, name)
			continue
		}
		file.sections[file.names[len(file.names)-1]] += line
	}
	return file
}

func (f layersFile) String() string {
	var out strings.Builder
	for _, name := range f.names {
		if name != "" {
			out.WriteString("-- " + name + " --\n")
		}
		out.WriteString(f.sections[name])
	}
	return out.String()
}

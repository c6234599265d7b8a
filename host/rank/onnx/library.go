package onnx

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// libraryVersionMin is of the interface that the Go binding asks for; an older
// library prints to stderr when asked, so it must not be loaded to find out.
const libraryVersionMin = "1.24"

// Library describes the builds of ONNX Runtime, by platform.
type Library struct {
	Version   string          `json:"version"`   // at least 1.24: older ones print to stderr when asked for its interface
	Platforms map[string]File `json:"platforms"` // by GOOS/GOARCH
}

// LoadLibraryManifest returns the built-in description of the library.
func LoadLibraryManifest() (Library, error) {
	var library Library
	data, err := embedded.ReadFile("models/onnxruntime.json")
	if err == nil {
		err = json.Unmarshal(data, &library)
	}
	if err != nil {
		return Library{}, fmt.Errorf("read the library's manifest: %w", err)
	}
	return library, nil
}

// For returns the build for a platform, or says that there is none.
func (l Library) For(goos, goarch string) (File, error) {
	file, ok := l.Platforms[goos+"/"+goarch]
	if !ok {
		return File{}, fmt.Errorf("there is no ONNX Runtime %s for %s/%s: search stays lexical here", l.Version, goos, goarch)
	}
	return file, nil
}

// LibraryDirPrefix starts the names of the libraries' directories, which lie
// beside those of the models.
const LibraryDirPrefix = "onnxruntime-"

// Dir is the name of this version's directory.
func (l Library) Dir() string { return LibraryDirPrefix + l.Version }

// recent reports a version of at least libraryVersionMin.
func recent(version string) bool {
	major, minor, ok := parseVersion(version)
	wantMajor, wantMinor, _ := parseVersion(libraryVersionMin)
	return ok && (major > wantMajor || major == wantMajor && minor >= wantMinor)
}

func parseVersion(version string) (major, minor int, ok bool) {
	first, rest, _ := strings.Cut(version, ".")
	second, _, _ := strings.Cut(rest, ".")
	major, err := strconv.Atoi(first)
	minor, err2 := strconv.Atoi(second)
	return major, minor, err == nil && err2 == nil
}

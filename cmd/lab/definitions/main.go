// Command definitions prints the definitions that host/code/scan finds in the files below the
// folders that it is given, a line of JSON each. shares.py holds them against what parsers
// find.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/scan"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// row is a definition, or a file: then Symbol is "" and Windows says why it has none.
type row struct {
	Path     string        `json:"path"`
	Language code.Language `json:"language"`
	Line     int           `json:"line"`
	Start    int           `json:"start"`
	End      int           `json:"end"`
	Symbol   string        `json:"symbol"`
	Kind     code.Kind     `json:"kind"`
	Windows  string        `json:"windows,omitempty"`
}

func run(folders []string, out, errOut io.Writer) int {
	e := json.NewEncoder(out)
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			return list(e, path)
		})
		if err != nil {
			fmt.Fprintln(errOut, err)
			return 1
		}
	}
	return 0
}

// list prints the definitions of one file.
func list(e *json.Encoder, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	language := code.LanguageOf(path, text[:min(len(text), 4096)])
	if language == "" {
		return nil
	}
	found, err := scan.Definitions(language, text, scan.DefaultLimits())
	file := row{Path: path, Language: language}
	if err != nil {
		file.Windows = err.Error()
	}
	if err := e.Encode(file); err != nil {
		return err
	}
	for _, d := range found {
		r := row{Path: path, Language: language, Line: d.Line, Start: d.Start, End: d.End, Symbol: d.Symbol, Kind: d.Kind}
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

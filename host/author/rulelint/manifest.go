package rulelint

import (
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/internal/jsonnode"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

const (
	manifestFile    = "ruleset.json"
	summaryCharsMax = 200 // as in manifest.schema.json
)

// readManifest finds the manifest, says what is wrong with it, and keeps what
// can be read of it.
func (l *linter) readManifest() {
	implied := abi.ImpliedManifest("custom/" + l.Name)
	l.manifest = implied
	data, ok := l.Files[manifestFile]
	if !ok {
		l.at, data = l.carried()
	}
	if data == nil {
		if l.Folder {
			l.find("manifest-missing", place{file: manifestFile}, "Write a ruleset.json with id, version, abi, summary and calls.",
				"There is no ruleset.json, so the ruleset gets the id %s, every host call and no parameters.", implied.ID)
		}
		return
	}
	document, err := jsonnode.Parse(data)
	if err != nil {
		l.find("manifest-syntax", l.offset(err.At), "Mend it there; JSON has no comments and no comma before a closing bracket.", "It is no valid JSON: %s.", err.Message)
		return
	}
	l.document = document
	if document.Kind != jsonnode.Object {
		l.find("manifest-value", l.offset(document.At), `Write an object: { "id": "acme/careful", "abi": 2, … }.`, "The manifest is %s, not an object.", described(document))
		return
	}
	l.manifest = abi.Manifest{ABI: abi.Version}
	l.checkFields(document, reflect.TypeFor[abi.Manifest](), "a manifest")
	l.checkID()
	l.checkABI()
	l.checkTexts()
	l.checkEvents()
	l.checkCalls()
	l.checkKinds()
	l.checkParameters()
}

// carried returns the manifest inside a module.
func (l *linter) carried() (string, []byte) {
	for name, content := range l.Files {
		if path.Ext(name) != ".wasm" || l.Folder && strings.TrimSuffix(name, ".wasm") != l.Name && name != "ruleset.wasm" {
			continue
		}
		if inspection, err := wasm.Inspect(content); err == nil && inspection.Manifest != nil {
			return name, inspection.Manifest
		}
	}
	return l.at, nil
}

// offset is a place in the manifest. Inside a module it has no line.
func (l *linter) offset(at int) place {
	if l.at != manifestFile {
		return place{file: l.at}
	}
	line, column := diag.Position(l.Files[manifestFile], at)
	return place{manifestFile, line, column}
}

// spot is where a field of the manifest stands.
func (l *linter) spot(name string) place {
	if l.document != nil {
		for _, f := range l.document.Fields {
			if f.Name == name {
				return l.offset(f.At)
			}
		}
	}
	return l.offset(0)
}

// checkFields tells of fields that the type does not have, that are given twice,
// or that are missing.
func (l *linter) checkFields(n *jsonnode.Node, of reflect.Type, what string) {
	var known, required []string
	for i := range of.NumField() {
		name, options, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		known = append(known, name)
		if !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	seen := map[string]bool{}
	for _, f := range n.Fields {
		if l.full() {
			return
		}
		if !slices.Contains(known, f.Name) {
			l.find("manifest-field", l.offset(f.At), didYouMean(f.Name, known, "Remove it; the fields of "+what+" are "+strings.Join(known, ", ")+"."),
				"%.60q is no field of %s.", f.Name, what)
		} else if seen[f.Name] {
			l.find("manifest-untidy", l.offset(f.At), "Keep one of them.", "%q is given twice; only the last counts.", f.Name)
		}
		seen[f.Name] = true
	}
	for _, name := range required {
		if !seen[name] {
			l.find("manifest-required", l.offset(n.At), "Add "+example[name]+".", "%s has no %s.", strings.ToUpper(what[:1])+what[1:], name)
		}
	}
}

var example = map[string]string{"id": `"id": "acme/careful"`, "abi": `"abi": 2`, "type": `"type": "number" (or integer, string, boolean, array, object)`}

var idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_.-]*/[a-z0-9][a-z0-9_.-]*$`)

func (l *linter) checkID() {
	n := l.document.Field("id")
	if n == nil || !l.expect(n, "id", jsonnode.Text) {
		return
	}
	if !idPattern.MatchString(n.Text) || !engine.ValidID(n.Text) {
		l.find("manifest-value", l.offset(n.At), "Write <owner>/<name>, as in acme/careful.", "%.100q is no id: small letters, digits, '_', '.' and '-', at most %d of them, with an owner before a slash.", n.Text, abi.IDBytesMax)
		return
	}
	l.manifest.ID = n.Text
	if l.Folder && l.Name != "" && path.Base(n.Text) != l.Name {
		l.find("id-folder", l.offset(n.At), fmt.Sprintf("Name the folder %s, or change the id to end in /%s.", path.Base(n.Text), l.Name),
			"The id is %s and the folder is %s. In a rules folder it would not be found.", n.Text, l.Name)
	}
}

func (l *linter) checkABI() {
	n := l.document.Field("abi")
	if n == nil || !l.expect(n, "abi", jsonnode.Number) {
		return
	}
	number, err := n.Value.(json.Number).Int64()
	if err != nil || number < 1 || number > abi.Version {
		l.find("abi-unserved", l.offset(n.At), fmt.Sprintf("Write %d.", abi.Version), "This host serves ABI 1 to %d, not %.20s.", abi.Version, n.Text)
	}
}

func (l *linter) checkTexts() {
	for name, into := range map[string]*string{"version": &l.manifest.Version, "summary": &l.manifest.Summary, "code": &l.manifest.Code, "impressionism": &l.manifest.Impressionism} {
		n := l.document.Field(name)
		if n == nil || !l.expect(n, name, jsonnode.Text) {
			continue
		}
		*into = n.Text
	}
	l.checkVersion("version", l.manifest.Version, "Write MAJOR.MINOR.PATCH, as in 1.2.0.", engine.CheckVersion)
	l.checkVersion("impressionism", l.manifest.Impressionism, `Write ">=0.2.0", or ">=0.2.0 <0.4.0".`, engine.CheckRange)
	if chars := utf8.RuneCountInString(l.manifest.Summary); chars > summaryCharsMax {
		l.find("manifest-untidy", l.offset(l.document.Field("summary").At), "Say it in one sentence; the README has room.", "The summary has %d characters, at most %d are allowed.", chars, summaryCharsMax)
	}
}

func (l *linter) checkVersion(name, value, fix string, check func(string) error) {
	if value == "" {
		return
	}
	if err := check(value); err != nil {
		l.find("manifest-value", l.offset(l.document.Field(name).At), fix, "%s: %v.", name, err)
	}
}

package schemas_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	invopop "github.com/invopop/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// ofScenario adds what the Go types do not say and the program insists on.
func ofScenario(s *invopop.Schema) {
	optional(s)
	s.Required = []string{"why"}
	event, _ := s.Definitions["Context"].Properties.Get("hook_event")
	for _, name := range abi.AskedEvents {
		event.Enum = append(event.Enum, name)
	}
	expectation := s.Definitions["Expectation"].Properties
	count, _ := expectation.Get("count")
	count.Minimum = json.Number("0")
	code, _ := expectation.Get("code")
	code.Enum = []any{abi.BadRequest, abi.UnknownCall, abi.NotAllowed, abi.NotFound, abi.Limit, abi.Unavailable, abi.Internal}
}

// scenarioFiles are the scenarios of the repository, in every language, and those
// that `rules new` writes, by their place. What tests break on purpose is made by
// the tests and lies nowhere.
func scenarioFiles(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	root := filepath.Join("..")
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch base := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && name != root && (strings.HasPrefix(base, ".") || base == "bin" || base == "target"):
			return fs.SkipDir
		case filepath.Base(filepath.Dir(name)) != "scenarios", !strings.HasSuffix(strings.TrimSuffix(base, ".tmpl"), ".yaml"):
			return nil
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// fits reports what an editor would say of a scenario.
func fits(schema *jsonschema.Schema, text []byte) error {
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		return err
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	if err != nil {
		return err
	}
	return schema.Validate(document)
}

// Ensure every scenario of the repository fits the schema that editors check it
// with, as it is one to the program: what an author copies is not underlined.
func TestScenariosFitTheirSchema(t *testing.T) {
	schema, files := compiled(t, "scenario"), scenarioFiles(t)
	for _, place := range []string{"../rules/lua/", "../examples/", "../cmd/impressionism/internal/author/templates/", "../host/", "../sdk/go/"} {
		if !slices.ContainsFunc(keys(files), func(name string) bool { return strings.HasPrefix(name, place) }) {
			t.Errorf("no scenario was found in %s", place)
		}
	}
	for name, text := range files {
		if err := fits(schema, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := scenario.Load(filepath.FromSlash(name)); err != nil {
			t.Error(err)
		}
	}
}

func keys(files map[string][]byte) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	return names
}

// Ensure an editor underlines what the program refuses, where a schema can say it.
func TestScenarioSchemaRefuses(t *testing.T) {
	schema := compiled(t, "scenario")
	for name, text := range map[string]string{
		"no why":              "skills: [ { ref: skill:a } ]",
		"an unknown field":    "why: w\nskils: [ { ref: skill:a } ]",
		"an unknown key":      "why: w\nexpect: { activates: [] }",
		"a text for a number": "why: w\nitems: [ { ref: skill:a } ]\nsearch: { a: high }",
		"an id for an entry":  "why: w\nitems: [ { ref: skill:a } ]\nexpect: { activate: [ a ] }",
		"a score above 1":     "why: w\nitems: [ { ref: skill:a } ]\nexpect: { activate: [ { ref: skill:a, score: 2 } ] }",
		"a negative count":    "why: w\nexpect: { count: -1 }",
		"an unknown event":    "why: w\ncontext: { hook_event: promt }",
		"an unknown code":     "why: w\nexpect: { code: broken }",
	} {
		if err := fits(schema, []byte(text)); err == nil {
			t.Errorf("%s: the schema allows it", name)
		}
		if _, err := scenario.Decode([]byte(text)); err == nil && name != "a score above 1" {
			t.Errorf("%s: the program allows it", name)
		}
	}
}

// Ensure the line by which `rules new` tells editors of the schema names a file of
// this repository.
func TestScenariosNameTheirSchema(t *testing.T) {
	line := regexp.MustCompile(`(?m)^# yaml-language-server: \$schema=https://raw\.githubusercontent\.com/ed-irl/impressionism/main/(\S+)$`)
	for name, text := range scenarioFiles(t) {
		found := line.FindSubmatch(text)
		if found == nil {
			if strings.HasPrefix(name, "../cmd/impressionism/internal/author/templates/") || bytes.Contains(text, []byte("yaml-language-server")) {
				t.Errorf("%s names no schema of this repository", name)
			}
			continue
		}
		if _, err := os.Stat(path.Join("..", string(found[1]))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

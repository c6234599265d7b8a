package schemas_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest/scenario"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/claude/hook"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/engine/lock"
	"github.com/ed-irl/impressionism/host/onnx/install"
	"github.com/ed-irl/impressionism/schemas"
)

var update = flag.Bool("update", false, "write the schema files from the Go types")

// table lists every schema file: its name and the Go type it describes.
var table = []struct {
	name string
	of   any
	open bool // readers must ignore fields that they do not know
	edit func(*jsonschema.Schema)
}{
	{name: "context", of: abi.Context{}, open: true},
	{name: "decision", of: []abi.Entry{}, edit: func(s *jsonschema.Schema) { limit := uint64(abi.EntriesMax); s.MaxItems = &limit }},
	{name: "manifest", of: abi.Manifest{}},
	{name: "host-call-requests", of: callShapes(func(c abi.Call) reflect.Type { return c.Request })},
	{name: "host-call-replies", of: callShapes(func(c abi.Call) reflect.Type { return c.Reply }), open: true},
	{name: "scenario", of: scenario.Scenario{}, edit: ofScenario},

	{name: "config", of: config.Config{}, edit: ofConfig},

	{name: "output-config-show", of: shape.Config{}, open: true},
	{name: "output-digest", of: shape.Digest{}, open: true},
	{name: "output-doctor", of: shape.Doctor{}, open: true},
	{name: "output-hooks-list", of: shape.Hooks{}, open: true},
	{name: "output-hooks-simulate", of: shape.Simulation{}, open: true},
	{name: "output-hook", of: hook.Output{}},
	{name: "output-index", of: shape.Index{}, open: true},
	{name: "output-init", of: shape.Init{}, open: true},
	{name: "output-model-install", of: install.Report{}, open: true},
	{name: "output-model-list", of: shape.Models{}, open: true},
	{name: "output-model-status", of: install.ModelStatus{}, open: true},
	{name: "output-plugins-list", of: shape.Plugins{}, open: true},
	{name: "output-rules-backtest", of: shape.RulesBacktest{}, open: true},
	{name: "output-rules-inspect", of: shape.Inspected{}, open: true},
	{name: "output-rules-list", of: shape.Rules{}, open: true},
	{name: "output-rules-verify", of: shape.RulesVerify{}, open: true},
	{name: "output-rules-outdated", of: shape.RulesOutdated{}, open: true},
	{name: "rules-lock", of: lock.File{}},
	{name: "output-rules-explain", of: shape.RulesExplain{}, open: true},
	{name: "output-rules-validate", of: shape.RulesValidate{}, open: true},
	{name: "output-rules-fuzz", of: shape.RulesFuzz{}, open: true},
	{name: "output-rules-test", of: shape.RulesTest{}, open: true},
	{name: "output-rules-bench", of: shape.RulesBench{}, open: true},
	{name: "output-eval-activation", of: shape.EvalActivation{}, open: true},
	{name: "output-eval-compare", of: shape.EvalComparison{}, open: true},
	{name: "output-eval-reach", of: shape.EvalReach{}, open: true},
	{name: "output-eval-score", of: shape.EvalScore{}, open: true},
	{name: "output-rules-replay", of: shape.RulesReplay{}, open: true},
	{name: "output-rules-shadow-report", of: shape.RulesShadowReport{}, open: true},
	{name: "output-rules-shadow-run", of: shape.RulesShadowRun{}, open: true},
	{name: "output-trace-list", of: shape.TraceList{}, open: true},
	{name: "output-trace-show", of: shape.TraceShow{}, open: true},
	{name: "output-trace-diff", of: shape.TraceDiff{}, open: true},
	{name: "output-trace-scenario", of: shape.TraceScenario{}, open: true},
	{name: "output-search", of: shape.Search{}, open: true},
	{name: "output-skills-budget", of: shape.Budget{}, open: true},
	{name: "output-skills-collide", of: shape.SkillsCollide{}, open: true},
	{name: "output-skills-lint", of: shape.SkillsLint{}, open: true},
	{name: "output-skills-probe", of: shape.SkillsProbe{}, open: true},
	{name: "output-status", of: shape.Status{}, open: true},
	{name: "output-status-skills", of: shape.StatusSkills{}, open: true},
	{name: "output-ledger-import", of: shape.LedgerImport{}, open: true},
	{name: "output-why", of: shape.Why{}, open: true},
	{name: "output-why-not", of: shape.WhyNot{}, open: true},
}

// ofConfig lets a file leave out any key, and give one id for a list of one.
func ofConfig(s *jsonschema.Schema) {
	for _, name := range []string{"always", "words"} {
		wishes, _ := s.Definitions["Suggest"].Properties.Get(name)
		wishes.AdditionalProperties = &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, wishes.AdditionalProperties}}
	}
	optional(s)
}

// optional lets a file leave out any key.
func optional(s *jsonschema.Schema) {
	s.Required = nil
	for _, definition := range s.Definitions {
		definition.Required = nil
	}
}

const base = "https://github.com/ed-irl/impressionism/schemas/"

func generate(t *testing.T, row int) []byte {
	t.Helper()
	reflector := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: table[row].open, Mapper: mapped}
	schema := reflector.Reflect(table[row].of)
	schema.ID = jsonschema.ID(base + table[row].name + ".schema.json")
	if table[row].edit != nil {
		table[row].edit(schema)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(schema); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// mapped describes the types whose JSON is not that of their Go fields.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[config.Rulesets]():
		one, most := uint64(1), uint64(engine.RulesetsMax)
		id := &jsonschema.Schema{Type: "string", MinLength: &one}
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{id, {Type: "array", Items: id, MinItems: &one, MaxItems: &most}}}
	case reflect.TypeFor[abi.Embedding]():
	default:
		return nil
	}
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string", Description: "A reference, valid for the event"},
		{Type: "array", Items: &jsonschema.Schema{Type: "number"}},
	}}
}

// Ensure that the schema files say what the Go types say: 000.13l, one schema
// for both runtimes. `go test ./schemas -update` writes them.
func TestSchemasAreGenerated(t *testing.T) {
	for i, row := range table {
		file := row.name + ".schema.json"
		want := generate(t, i)
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := schemas.Get(row.name)
		if err != nil {
			t.Errorf("%v; run with -update", err)
			continue
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s differs from its Go type (-type +file); run with -update:\n%s", file, diff)
		}
	}
	if got := len(schemas.Names()); got != len(table) && !*update {
		t.Errorf("%d schema files, %d in the table", got, len(table))
	}
}

// Ensure that asking for an unknown schema says which there are.
func TestGetNamesTheSchemas(t *testing.T) {
	_, err := schemas.Get("decisions")
	want := `there is no schema "decisions"; there are: config, context, decision, host-call-replies, host-call-requests, manifest, output-`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
}

// callShapes has a field for each host call, named for it.
func callShapes(of func(abi.Call) reflect.Type) any {
	var fields []reflect.StructField
	for i, call := range abi.Calls {
		tag := reflect.StructTag(fmt.Sprintf(`json:"%s" jsonschema:"description=%s"`, call.Name, strings.ReplaceAll(call.Doc, ",", "\\,")))
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("Call", i), Type: of(call), Tag: tag})
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

package schemas_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
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

	{name: "output-cards", of: shape.Cards{}},
	{name: "output-cards-make", of: shape.CardsMake{}},
	{name: "output-cards-show", of: shape.CardShow{}},
	{name: "output-cards-next", of: shape.CardsNext{}},
	{name: "output-cards-put", of: shape.CardsPut{}},
	{name: "output-config-show", of: shape.Config{}},
	{name: "output-digest", of: shape.Digest{}},
	{name: "output-doctor", of: shape.Doctor{}},
	{name: "output-done", of: shape.Done{}},
	{name: "output-handoff", of: shape.Handoff{}},
	{name: "output-hooks-list", of: shape.Hooks{}},
	{name: "output-select-budget", of: shape.Assembled{}},
	{name: "output-commands-list", of: shape.Commands{}},
	{name: "output-commands-show", of: shape.CommandShown{}},
	{name: "output-hooks-simulate", of: shape.Simulation{}},
	{name: "output-hook", of: hook.Output{}},
	{name: "output-index", of: shape.Index{}},
	{name: "output-init", of: shape.Init{}},
	{name: "output-lessons-list", of: shape.Lessons{}},
	{name: "output-lessons-check", of: shape.LessonsCheck{}},
	{name: "output-lessons-import", of: shape.LessonsImport{}},
	{name: "output-lessons-promote", of: shape.LessonsPromote{}},
	{name: "output-lessons-stats", of: shape.LessonsStats{}},
	{name: "output-lessons-review", of: shape.LessonsReview{}},
	{name: "output-lessons-show", of: shape.Lesson{}},
	{name: "output-model-install", of: install.Report{}},
	{name: "output-model-list", of: shape.Models{}},
	{name: "output-model-status", of: install.ModelStatus{}},
	{name: "output-plugins-list", of: shape.Plugins{}},
	{name: "output-rules-backtest", of: shape.RulesBacktest{}},
	{name: "output-rules-inspect", of: shape.Inspected{}},
	{name: "output-rules-list", of: shape.Rules{}},
	{name: "output-rules-import", of: shape.RulesImport{}},
	{name: "output-rules-verify", of: shape.RulesVerify{}},
	{name: "output-rules-outdated", of: shape.RulesOutdated{}},
	{name: "rules-lock", of: lock.File{}},
	{name: "output-rules-explain", of: shape.RulesExplain{}},
	{name: "output-rules-validate", of: shape.RulesValidate{}},
	{name: "output-rules-fuzz", of: shape.RulesFuzz{}},
	{name: "output-rules-test", of: shape.RulesTest{}},
	{name: "output-rules-bench", of: shape.RulesBench{}},
	{name: "output-eval-compare", of: shape.EvalComparison{}},
	{name: "output-eval-heeded", of: shape.EvalHeeded{}},
	{name: "output-eval-reach", of: shape.EvalReach{}},
	{name: "output-eval-score", of: shape.EvalScore{}},
	{name: "output-rules-replay", of: shape.RulesReplay{}},
	{name: "output-rules-shadow-report", of: shape.RulesShadowReport{}},
	{name: "output-rules-shadow-run", of: shape.RulesShadowRun{}},
	{name: "output-trace-list", of: shape.TraceList{}},
	{name: "output-trace-show", of: shape.TraceShow{}},
	{name: "output-trace-turn", of: shape.TraceTurn{}},
	{name: "output-trace-diff", of: shape.TraceDiff{}},
	{name: "output-trace-scenario", of: shape.TraceScenario{}},
	{name: "output-code-index", of: shape.CodeIndex{}},
	{name: "output-code-search", of: shape.CodeSearch{}},
	{name: "output-code-status", of: shape.CodeStatus{}},
	{name: "output-search", of: shape.Search{}},
	{name: "output-skills-budget", of: shape.Budget{}},
	{name: "output-skills-card", of: shape.SkillsCard{}},
	{name: "output-skills-collide", of: shape.SkillsCollide{}},
	{name: "output-skills-map", of: shape.SkillsMap{}},
	{name: "output-skills-lint", of: shape.SkillsLint{}},
	{name: "output-skills-probe", of: shape.SkillsProbe{}},
	{name: "output-status", of: shape.Status{}},
	{name: "output-status-skills", of: shape.StatusSkills{}},
	{name: "output-ledger-import", of: shape.LedgerImport{}},
	{name: "output-tools-list", of: shape.Tools{}},
	{name: "output-tools-show", of: shape.ToolShow{}},
	{name: "output-tools-sync", of: shape.ToolsSync{}},
	{name: "output-watch", of: shape.Watch{}},
	{name: "output-why", of: shape.Why{}},
	{name: "output-why-not", of: shape.WhyNot{}},
}

// ofConfig lets a file leave out any key, and give one id for a list of one.
func ofConfig(s *jsonschema.Schema) {
	for _, name := range []string{"always", "words"} {
		wishes, _ := s.Definitions["Suggest"].Properties.Get(name)
		wishes.AdditionalProperties = &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, wishes.AdditionalProperties}}
	}
	for group := range reflect.TypeFor[config.Config]().Fields() {
		if definition := s.Definitions[group.Type.Name()]; definition != nil && definition.Properties != nil {
			limitLists(definition, group.Type)
		}
	}
	optional(s)
}

// limitLists sets how long a list may be where one id may stand for it: the library leaves that out.
func limitLists(s *jsonschema.Schema, group reflect.Type) {
	for f := range group.Fields() {
		property, _ := s.Properties.Get(f.Tag.Get("json"))
		_, limit, found := strings.Cut(f.Tag.Get("jsonschema"), "maxItems=")
		limit, _, _ = strings.Cut(limit, ",")
		if length, err := strconv.ParseUint(limit, 10, 64); found && err == nil {
			property.MaxItems = &length
		}
	}
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
		longest := uint64(200) // as abi.ValidID has it
		id := &jsonschema.Schema{Type: "string", MaxLength: &longest, Pattern: "^[a-z0-9][a-z0-9_.-]*/[a-z0-9][a-z0-9_.-]*$"}
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{id, {Type: "array", Items: id, MinItems: &one, MaxItems: &most}}}
	case reflect.TypeFor[abi.Ref]():
		return &jsonschema.Schema{Type: "string", Pattern: "^[a-z][a-z0-9-]*:.+", Description: "An item: its kind, a colon and its id, as in skill:pdf-forms"}
	case reflect.TypeFor[abi.Embedding]():
	default:
		return nil
	}
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string", Description: "A reference, valid for the event"},
		{Type: "array", Items: &jsonschema.Schema{Type: "number"}},
	}}
}

// Ensure that the schema files say what the Go types say: one schema
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

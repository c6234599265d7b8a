package session

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

var update = flag.Bool("update", false, "write golden files")

func scanText(rows *sql.Rows) (text string, err error) { return text, rows.Scan(&text) }

// Ensure every row of every entity is exported as one readable JSON object:
// times as text, JSON as JSON, vectors as numbers.
func TestExport(t *testing.T) {
	store := openTest(t)
	change := Change{Activate: []abi.Entry{{Ref: abi.Skill("db"), Reason: "similarity=0.80", Score: score(0.8)}}, Told: asTold([]string{"db"})}
	id := decide(t, store, change, fullDecision)
	decide(t, store, Change{Deactivate: entries([]string{"db"})}, Decision{At: began, Answer: []byte(`{}`)})
	must(t, store.SetEmbedding("s", 1, "tiny", []float32{0.5, -1}))
	must(t, store.SaveTrace(id, []byte(`{"context":{"abi":2}}`), [][]byte{[]byte(`{"fault":{"code":"limit"}}`)}, TracesKeptDefault))
	lookOn(t, store, id, careful, "less")
	must(t, store.SetHealth(Health{RulesetID: "custom/a", Hash: "h", Failures: 3, PausedAt: began}))
	must(t, store.SaveGood("builtin/default", fullDecision.RulesetHash, []byte("return nil"), began))
	must(t, store.SaveGood("builtin/default", "h2", []byte("return {}"), began))
	must(t, store.SetMeta("installed", "0.1.0"))
	must(t, store.Say("s", Bad, keys([]string{"db"}), began))
	read := Transcript{Path: "/projects/w/s.jsonl", SessionID: "s", Bytes: 100, ModifiedAt: began, Position: []byte(`{"offset":90}`)}
	if _, err := store.AddInvocations(read, nil); err != nil {
		t.Fatal(err)
	}
	opinion := ask(t, store, OpinionRequest{SessionID: "s", At: began, Provider: "anthropic", Model: "small"})
	must(t, store.EndOpinion(opinion, OpinionResult{Cause: "rate-limited", Took: time.Second, Rest: time.Minute}))
	talk(t, store, "gone", began.Add(-100*day), 1)
	retain(t, store, began, RetainAgeDefault, RetainBytesDefault)
	must(t, store.SumUp("/w", began.Add(RestAfter+day)))
	_, err := store.db.Exec(`UPDATE sessions SET pauses = json_array(json_array(?1, ?1 + 60000))`, began.UnixMilli())
	must(t, err)
	must(t, store.PutImported("/w", Imported{Document: []byte("### [hf-0a1b2c3] x\n"), Words: "Goal: x", WorkedAt: began, At: began}))

	var out bytes.Buffer
	must(t, store.Export(&out))
	const golden = "testdata/export.jsonl"
	if *update {
		must(t, os.WriteFile(golden, out.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	must(t, err)
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("export (-want +got):\n%s", diff)
	}
	var entities []string
	for line := range bytes.Lines(out.Bytes()) {
		var row struct{ Entity string }
		must(t, json.Unmarshal(line, &row))
		entities = append(entities, row.Entity)
	}
	for _, table := range exportedTables {
		if !slices.Contains(entities, table) {
			t.Errorf("no row of %s was exported", table)
		}
	}
}

// Ensure no table is forgotten when one is added.
func TestExportKnowsEveryTable(t *testing.T) {
	store := openTest(t)
	tables, err := collect(store, "list tables", scanText, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`)
	must(t, err)
	if diff := cmp.Diff(slices.Sorted(slices.Values(exportedTables)), tables); diff != "" {
		t.Errorf("tables (-exported +stored):\n%s", diff)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

package schemas_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/schemas"
)

func compiled(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	data, err := schemas.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name+".json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// agree compares the check with the schema on one document and reports what
// they say of it.
func agree(t testing.TB, schema *jsonschema.Schema, document []byte) bool {
	t.Helper()
	entries, err := schemas.CheckDecision(document)
	value, parseErr := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if parseErr == nil {
		parseErr = schema.Validate(value)
	}
	if (err == nil) != (parseErr == nil) {
		t.Fatalf("%s\ncheck:  %v\nschema: %v", document, err, parseErr)
	}
	if err == nil && len(entries) != len(value.([]any)) {
		t.Fatalf("%s: %d entries", document, len(entries))
	}
	return err == nil
}

// Ensure that the check run in the hook accepts exactly what the schema accepts,
// on documents made of likely and unlikely parts.
func TestCheckDecisionEqualsTheSchema(t *testing.T) {
	schema := compiled(t, "decision")
	random := rand.New(rand.NewPCG(1, 2))
	accepted, refused := 0, 0
	for range 20_000 {
		if agree(t, schema, document(random)) {
			accepted++
		} else {
			refused++
		}
	}
	if accepted < 2000 || refused < 2000 {
		t.Errorf("%d accepted, %d refused: the documents show too little", accepted, refused)
	}
}

var parts = struct{ good, odd, fields []string }{
	good:   []string{`"skill:database"`, `"similarity=0.83"`, `"é日🙂"`, `0`, `1`, `0.5`, `1e-3`, `"` + strings.Repeat("日", 300) + `"`},
	odd:    []string{`""`, `"database"`, `"Skill:a"`, `":a"`, `"skill:"`, `null`, `true`, `-0.0`, `1.01`, `-1`, `1e400`, `[]`, `{}`, `"\ud800"`, `"` + strings.Repeat("x", 301) + `"`, `[{"ref":"skill:a","reason":"b"}]`, `9007199254740993`},
	fields: []string{"ref", "reason", "score", "kind", "Reason", "text", "", "ref"},
}

func document(random *rand.Rand) []byte {
	count := random.IntN(3)
	switch random.IntN(20) {
	case 0:
		return mutated(random, []byte(`[{"ref":"skill:a","reason":"because","score":0.5}]`))
	case 1:
		count = abi.EntriesMax - 1 + random.IntN(3)
	case 2:
		return []byte(pick(random, parts.odd))
	}
	entries := make([]string, count)
	for i := range entries {
		entries[i] = entry(random, count < 3)
	}
	return []byte("[" + strings.Join(entries, ",") + "]")
}

func entry(random *rand.Rand, odd bool) string {
	if odd && random.IntN(12) == 0 {
		return pick(random, parts.odd)
	}
	fields := []string{`"ref":"skill:a"`, `"reason":` + pick(random, parts.good[:3])}
	if random.IntN(2) == 0 {
		fields = append(fields, `"score":`+pick(random, parts.good[3:7]))
	}
	if odd && random.IntN(2) == 0 {
		value := pick(random, parts.good)
		if random.IntN(2) == 0 {
			value = pick(random, parts.odd)
		}
		fields[random.IntN(len(fields))] = fmt.Sprintf("%q:%s", pick(random, parts.fields), value)
	}
	return "{" + strings.Join(fields, ",") + "}"
}

func mutated(random *rand.Rand, document []byte) []byte {
	for range 1 + random.IntN(3) {
		i := random.IntN(len(document))
		switch random.IntN(3) {
		case 0:
			document[i] = byte(' ' + random.IntN(95))
		case 1:
			document = append(document[:i:i], document[i+1:]...)
		case 2:
			document = append(document[:i:i], append([]byte{document[i]}, document[i:]...)...)
		}
	}
	return document
}

func pick(random *rand.Rand, from []string) string { return from[random.IntN(len(from))] }

// FuzzCheckDecision looks for a document on which check and schema disagree.
func FuzzCheckDecision(f *testing.F) {
	schema := compiled(f, "decision")
	for _, seed := range append(parts.odd, `[{"ref":"skill:a","reason":"b","score":1}]`, `[] []`, `[{"ref":"skill:a","ref":"skill:","reason":"b"}]`) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		if bytes.ContainsAny(document, "eE") && bytes.ContainsAny(document, "0123456789") {
			return // the schema's library expands exponents to exact numbers
		}
		agree(t, schema, document)
	})
}

// Ensure that an error names the place, what was found there and what is
// allowed.
func TestCheckDecisionErrors(t *testing.T) {
	data, err := os.ReadFile("testdata/errors.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Answer json.RawMessage `json:"answer"`
		Text   string          `json:"text"` // the answer, where it is not JSON
		Repeat string          `json:"repeat"`
		Times  int             `json:"times"`
		Want   string          `json:"want"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		answer := string(c.Answer) + c.Text
		if c.Repeat != "" {
			answer = strings.ReplaceAll(answer, c.Repeat, strings.Repeat(c.Repeat, c.Times))
		}
		_, err := schemas.CheckDecision([]byte(answer))
		if err == nil || err.Error() != c.Want {
			t.Errorf("%.80s:\ngot  %v\nwant %s", answer, err, c.Want)
		}
	}
}

// Ensure that what is read is what was written, and that no kind or score is
// made up.
func TestCheckDecisionReads(t *testing.T) {
	half := 0.5
	got, err := schemas.CheckDecision([]byte(`[{"ref":"skill:a","reason":"x < y"},{"reason":"r","ref":"command:b","score":0.5}]`))
	want := []abi.Entry{{Ref: abi.Skill("a"), Reason: "x < y"}, {Ref: abi.Ref{Kind: abi.KindCommand, ID: "b"}, Reason: "r", Score: &half}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

package codec

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// whole has everything of the contract that crosses into a guest.
type whole struct {
	Context    abi.Context
	Messages   []abi.Message
	ToolUses   []abi.ToolUse
	Active     []abi.Active
	Page       abi.ItemPage
	Candidates []abi.Candidate
	Relevance  []abi.Relevance
	Embedding  abi.Embedding
	Cosine     float64
	Vector     []float32
	Parameter  any
	Raw        json.RawMessage
	Session    abi.Session
	Fault      *abi.Fault
	Ref        abi.Ref
	Scores     map[abi.Ref]float64
	Names      map[string]int
	Flag       bool
	Count      int
}

var seeds = []string{
	`{}`, `null`, `[]`, `{"context":null,"fault":null,"messages":null}`, `{"Count":1.5}`, `{"Count":"x"}`, `{"Flag":tru}`, `{"a`, `{"a":}`, `{,}`, `{"a":1,}`, ` { "count" : 3 } x`,
	`{"Context":{"abi":2,"session_id":"s","user_prompt":"a \"quoted\" \\ text\n\u003cb\u003e \u0041\u00e9\ud83c\udf89 \ud800 日本\/","neutral":true,"sequence":9007199254740991,"activated":[{"ref":"skill:a","reason":"r","score":0.5},{"ref":"command:b:c","reason":"","score":null}],"later":{"x":[1,{"y":"]}"}]}}}`,
	`{"Messages":[{"role":"user","content":"one","embedding":"e1","sequence":4},{"role":"tool","content":"","embedding":[0.1,2],"tool_name":"Bash"},{}]}`,
	`{"Active":[{"ref":"skill:x","keywords":["a","b"],"embedding":"e1","activated_at":"t","prompts_since_relevant":3,"reason":"r","sticky":true}]}`,
	`{"Candidates":[{"item":{"ref":"skill:a","keywords":[]},"similarity":1e-7,"cosine":-0.5,"bm25":12}],"Page":{"items":[{"ref":"skill:a"}],"truncated":true}}`,
	`{"Vector":[0.1,-1.1754944e-38,3.4028235e+38,1e-45,1e40]}`, `{"Vector":[1,null]}`, `{"Cosine":1e999}`, `{"Cosine":-0}`, `{"Cosine":01}`, `{"Cosine":+1}`,
	`{"Parameter":{"a":[1,"x",null]},"Raw":{"b": [ 1 ]},"Names":{"x":1}}`, "{\"Context\":{\"user_prompt\":\"a\tb\"}}", "{\"Context\":{\"user_prompt\":\"\xff\\n\xed\xa0\x80\"}}",
	`{"CONTEXT":{"User_Prompt":"x"},"ſession":{"ſession_id":"k"}}`, `{"Fault":{"code":"limit","message":"\u0000\u007f\u0080"}}`, `{"Ref":"skill:é\n\"","Scores":{"skill:a":0.5,"note:b":1}}`, `{"Ref":""}`, `{"Ref":null}`, `{"Ref":"none"}`, `{"Ref":{"Kind":"skill","ID":"a"}}`, `{"Ref":7}`, `{"Ref":["skill:a"]}`, `{"Scores":{"a":1}}`,
	`{"a\"b":1,"Cosine":2}`, `{"Names":{"\\":1}}`, `{"Session":"x"}`, `{"Messages":{}}`, `{"Context":[1]}`,
}

// Ensure that a guest reads what encoding/json would read, whatever JSON comes, and
// that nothing breaks it.
func FuzzDecode(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want, got whole
		failed := json.Unmarshal(data, &want)
		err := Decode(data, &got)
		switch {
		case !json.Valid(data) || hasTwice(t, data):
			return // it did not panic; encoding/json merges what comes twice
		case (failed == nil) != (err == nil):
			t.Errorf("got the error %v, want %v", err, failed)
		case err == nil && !reflect.DeepEqual(got, want):
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

// hasTwice reports whether an object has two fields of a name.
func hasTwice(t *testing.T, data []byte) bool {
	t.Helper()
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return true
	}
	encoded, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return colons(encoded) != colons(data)
}

// colons counts the fields of all objects.
func colons(data []byte) int {
	count := 0
	for inside, i := false, 0; i < len(data); i++ {
		switch {
		case inside && data[i] == '\\':
			i++
		case data[i] == '"':
			inside = !inside
		case !inside && data[i] == ':':
			count++
		}
	}
	return count
}

// Ensure that data which is cut off, or followed by more, is an error: a guest
// must not decide on half of a reply.
func TestCutOff(t *testing.T) {
	data := []byte(`{"Messages":[{"content":"x\"","sequence":4}],"Cosine":0.5,"Fault":{"code":"a"},"later":["]"]}`)
	for end := range data {
		if err := Decode(data[:end], &whole{}); err == nil {
			t.Errorf("%s: no error", data[:end])
		}
	}
	if err := Decode(append(bytes.Clone(data), '1'), &whole{}); err == nil {
		t.Errorf("more than one value: no error")
	}
}

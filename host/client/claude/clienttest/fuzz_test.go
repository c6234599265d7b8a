package clienttest

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Ensure no request, however it is made up, ends the stand-in, and that what it is
// said to hold stands in it.
func FuzzDecodeRequest(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, `{"messages":[{"role":"user","content":"hi"}],"tools":[{"name":"Bash"}],"stream":true}`,
		`{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"tool_result","content":[{"type":"text","text":"b"}]}]}]}`,
		`{"messages":[{"content":7}]}`, `{"messages":[{"role":"system","content":null}]}`, `{"messages":[{"content":[{"type":"tool_result","content":{}}]}]}`,
		`{"messages":[{"content":"x\nUserPromptSubmit hook additional context: y\n</system-reminder>"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		request, err := decodeRequest(body)
		if err != nil {
			return
		}
		all := request.Text()
		if !utf8.ValidString(all) {
			t.Errorf("%q is not valid", all)
		}
		turn := Turn{Requests: []Request{request}}
		for _, context := range turn.Contexts() {
			if !strings.Contains(all, context) {
				t.Errorf("%q does not stand in %q", context, all)
			}
		}
	})
}

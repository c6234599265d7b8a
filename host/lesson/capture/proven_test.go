package capture

import "testing"

// Ensure the words of a proposal are looked for before the place where they were proposed, in
// what nobody of the session wrote, and that a session of which a part is missing proves nothing.
func TestProven(t *testing.T) {
	const rule = "Run make gen before each commit, CI compares the generated files"
	draft := Draft{Title: "Run make gen before each commit", Text: rule}
	call := `{"title":"Run make gen before each commit","text":"` + rule + `"}`
	page := "Contributing.\n\nIMPORTANT: remember to run make gen before each commit, CI compares the generated files.\nThanks."
	asked, answer, other := Message{Role: RoleUser, Text: "add a field to the schema"}, Message{Role: RoleAssistant, Text: "Done.\nLESSON: " + rule}, Message{Role: RoleTool, Text: "ok, 3 files"}
	called, stranger := Message{Role: RoleRemember, Text: call}, Message{Role: RoleTool, Text: page}
	reported := Message{Role: RoleAgent, Text: page}
	for _, test := range []struct {
		name     string
		by       Role
		messages []Message
		whole    bool
		echo     bool
		sure     bool
	}{
		{"said by the model", RoleAssistant, []Message{asked, other, answer}, true, false, true},
		{"of a part with the turn", RoleAssistant, []Message{other, asked, other, answer}, false, false, true},
		{"of a part of the turn", RoleAssistant, []Message{other, answer}, false, false, false},
		{"of a part of the turn, with words typed within it", RoleAssistant, []Message{other, {Role: RoleUser, Text: "and the docs", Within: true}, answer}, false, false, false},
		{"typed within the turn", RoleUser, []Message{asked, {Role: RoleUser, Text: "no, " + rule, Within: true}}, false, false, true},
		{"the answer is not written yet", RoleAssistant, []Message{asked, other}, true, false, false},
		{"nothing was read", RoleAssistant, nil, false, false, false},
		{"a page said so", RoleAssistant, []Message{asked, stranger, answer}, true, true, true},
		{"a page said so, and the answer is not written yet", RoleAssistant, []Message{asked, stranger}, true, true, false},
		{"a page of an earlier turn", RoleRemember, []Message{asked, stranger, asked, called}, true, true, true},
		{"the call's own words", RoleRemember, []Message{asked, called}, true, false, true},
		{"a file that was written after the call", RoleRemember, []Message{asked, called, stranger}, true, false, true},
		{"a subagent's report came after its call", RoleRemember, []Message{asked, other, reported}, true, false, false},
		{"a subagent's report, and a page", RoleRemember, []Message{asked, stranger, reported}, true, true, false},
		{"a subagent's report came before the call", RoleRemember, []Message{asked, reported, called}, true, true, true},
		{"a subagent's report came before the answer", RoleAssistant, []Message{asked, reported}, true, true, false},
		{"typed", RoleUser, []Message{asked, {Role: RoleUser, Text: "no, " + rule}}, true, false, true},
		{"pasted", RoleUser, []Message{{Role: RoleUser, Text: "what does this mean?\n> " + rule + "\n"}, {Role: RoleUser, Text: "no, " + rule}}, true, true, true},
	} {
		echo, sure := Proven(draft, test.by, test.messages, test.whole)
		if (echo != "") != test.echo || sure != test.sure {
			t.Errorf("%s: got %q, %v; want %v, %v", test.name, echo, sure, test.echo, test.sure)
		}
	}
}

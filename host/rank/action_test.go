package rank

import "testing"

// Ensure that what a prompt asks for is compared with the verb of a tool's name as people
// say it, and that nothing is compared where either says nothing.
func TestActionsFit(t *testing.T) {
	for _, test := range []struct {
		prompt, id  string
		same, other float64
	}{
		{"file a bug about the login", "mcp__tracker__create_issue", 1, 0},
		{"file a bug about the login", "mcp__tracker__list_issues", 0, 1},
		{"which issues are open?", "mcp__tracker__list_issues", 1, 0},
		{"Which issues are open?", "mcp__tracker__delete_issue", 0, 1},
		{"tell me the details of issue 7", "mcp__tracker__get_issue", 1, 0},
		{"find the page about onboarding", "mcp__wiki__search_pages", 1, 0},
		{"close that ticket and move it to done", "mcp__tracker__update_issue", 1, 0},
		{"drop the old table", "mcp__db__delete_table", 1, 0},
		{"drop the old table", "mcp__db__create_table", 0, 1},
		{"ping the team", "mcp__chat__send_message", 1, 0},
		{"execute the report", "mcp__db__run-query", 1, 0},
		{"any overview, please, and a new one", "mcp__tracker__create_issue", 0, 0},
		{"any overview, please, and a new one", "mcp__tracker__list_issues", 1, 0},
		{"the login is broken", "mcp__tracker__create_issue", 0, 0},
		{"file a bug", "mcp__tracker__issues", 0, 0},
		{"file a bug", "mcp__create__issues", 0, 0},
		{"file a bug", "create", 1, 0},
		{"", "mcp__tracker__create_issue", 0, 0},
		{"file a bug", "", 0, 0},
		{"recreated profiles", "mcp__tracker__create_issue", 0, 0},
		{"file a bug", "mcp__tracker__recreated_issue", 0, 0},
	} {
		same, other := ActionsOf(test.prompt).Fit(test.id)
		if same != test.same || other != test.other {
			t.Errorf("%q and %s: got %v, %v, want %v, %v", test.prompt, test.id, same, other, test.same, test.other)
		}
	}
	var none Actions
	if same, other := none.Fit("mcp__tracker__create_issue"); same != 0 || other != 0 {
		t.Errorf("no prompt: got %v, %v", same, other)
	}
}

// Ensure that every verb of the table names the sort of action it stands with, unless an
// earlier sort has it, and that every sort can be asked for and named.
func TestActionWords(t *testing.T) {
	for i, action := range actionWords {
		named := plainFields(action.named)
		if len(named) == 0 || len(plainFields(action.asked)) == 0 || actionOf(named[0]) != i {
			t.Errorf("nothing is named or asked for by sort %d, %+v", i, action)
		}
		for _, verb := range named {
			if got := actionOf("x_" + verb + "_y"); got < 0 || got > i {
				t.Errorf("%s is of sort %d, want %d or an earlier one", verb, got, i)
			}
		}
		for _, word := range plainFields(action.asked) {
			if ActionsOf("Please " + word + "!").words[i] != 1 {
				t.Errorf("%q does not ask for sort %d", word, i)
			}
		}
	}
}

package clienttest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// Ensure lab activation tells, with the real client, what a model of known habits
// does: that of a script loads a skill where the hook's words have something in
// them, and says so or fails otherwise.
func TestActivation(t *testing.T) {
	client := clienttest.Client(t, clienttest.Newest)
	binary := program(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/activation",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			if err := setUpPatient(env, client, binary); err != nil {
				return err
			}
			quick := filepath.Join(env.WorkDir, "client") // lab hands the client no variables of the runtime
			script := fmt.Sprintf("#!/bin/sh\nexec env %s '%s' \"$@\"\n", strings.Join(clienttest.Runtime, " "), client)
			if err := os.WriteFile(quick, []byte(script), 0o700); err != nil {
				return err
			}
			api := env.Values[scene{}.key()].(*scene).api
			for name, value := range map[string]string{
				"CLIENT": quick, "PROGRAM": binary, "LAB": filepath.Join(filepath.Dir(binary), "lab"), "ANTHROPIC_BASE_URL": api.URL(), "ANTHROPIC_API_KEY": "test-key",
				"IMPRESSIONISM_HOME": filepath.Join(env.WorkDir, "data"),
			} {
				env.Setenv(name, value)
			}
			return os.MkdirAll(filepath.Join(env.WorkDir, "data"), 0o700)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"habit": habit, "asked": asked},
	})
}

// habit says what the model does from now on:
//
//	habit loads SKILL TEXT   calls for the skill where the hook's words for the prompt have the text
//	habit fails TEXT         the API refuses with it
func habit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("habit: want loads SKILL TEXT, or fails TEXT")
	}
	sceneOf(ts).api.Decide(func(request clienttest.Request) clienttest.Reply {
		turn := clienttest.Turn{Requests: []clienttest.Request{request}}
		switch {
		case args[0] == "fails":
			return clienttest.Reply{Failure: args[1]}
		case strings.Contains(string(request.Body), `"tool_result"`):
			return clienttest.Done
		case slices.ContainsFunc(turn.Contexts(), func(text string) bool { return strings.Contains(text, args[2]) }):
			input, err := json.Marshal(map[string]string{"skill": args[1]})
			ts.Check(err)
			return clienttest.Reply{Tool: "Skill", Input: string(input)}
		}
		return clienttest.Done
	})
}

// asked wants the model to have got so many requests, and none of them a variable
// of the developer's.
func asked(ts *testscript.TestScript, _ bool, args []string) {
	requests := sceneOf(ts).api.Requests()
	if want := args[0]; want != itoa(len(requests)) {
		ts.Fatalf("the model was asked %d times, want %s", len(requests), want)
	}
}

func itoa(n int) string {
	encoded, _ := json.Marshal(n)
	return string(encoded)
}

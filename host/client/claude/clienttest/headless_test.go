package clienttest_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client/claude"
	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
	"github.com/ed-irl/impressionism/host/opinion"
)

// Ensure that the real client answers one question for an opinion with the user's login
// alone: it runs no hook, sends no tool that could do anything and nothing of a project or
// of the user's files, and leaves no record of a session. Were it to run our hooks all the
// same, they would find the variable.
func TestHeadless(t *testing.T) {
	for _, version := range clienttest.Versions() {
		t.Run(version, func(t *testing.T) {
			api, home, fired := clienttest.StartAPI(), t.TempDir(), filepath.Join(t.TempDir(), "fired")
			t.Cleanup(api.Close)
			api.Reply(clienttest.Reply{Tool: "StructuredOutput", Input: `{"ids": ["skill:pdf"]}`})
			writeFile(t, filepath.Join(home, ".claude", "settings.json"), `{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "env > `+fired+`"}]}]}}`)
			writeFile(t, filepath.Join(home, ".claude", "CLAUDE.md"), "A secret of the user.")
			writeFile(t, filepath.Join(home, ".claude", "skills", "mine", "SKILL.md"), "---\ndescription: A skill of the user.\n---\n")
			headless := claude.Client().Headless
			environ := append(clienttest.Environ(api, home, t.TempDir()), "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=another")
			asker, err := opinion.New(opinion.Config{Provider: opinion.ProviderClient, Model: "haiku", Program: opinion.Program{
				Path: clienttest.Client(t, version), Folder: home, Args: headless.Args, Environ: headless.Environ(environ),
				Read: func(output []byte) opinion.Reply {
					reply := headless.Read(output)
					return opinion.Reply{Choice: reply.Choice, Tokens: opinion.Tokens{In: reply.TokensIn, Out: reply.TokensOut}, Failed: reply.Failed}
				},
			}})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), clienttest.TurnLimit)
			defer cancel()
			answer, err := asker.Ask(ctx, opinion.Question{
				Prompt: "fill in this form", Max: 2,
				Candidates: []opinion.Candidate{{ID: "skill:pdf", Description: "Fill in PDF forms."}, {ID: "skill:sql", Description: "Write queries."}},
			})
			if err != nil || !slices.Equal(answer.IDs, []string{"skill:pdf"}) || answer.Tokens.In == 0 || answer.Tokens.Out == 0 {
				t.Errorf("got %+v, %v", answer, err)
			}
			checkHeadless(t, api, home, fired)
			api.Reply(clienttest.Reply{Failure: "the key is not valid"})
			if _, err := asker.Ask(ctx, opinion.Question{Prompt: "fill in this form", Max: 2}); err == nil || strings.Contains(err.Error(), "not valid") {
				t.Errorf("without a login: %v", err)
			}
		})
	}
}

func checkHeadless(t *testing.T, api *clienttest.API, home, fired string) {
	t.Helper()
	requests := api.Requests()
	if len(requests) == 0 || len(requests) > 2 {
		t.Errorf("it sent %d requests", len(requests))
	}
	for _, request := range requests {
		body := string(request.Body)
		if !strings.Contains(body, "fill in this form") || strings.Contains(body, "secret of the user") || strings.Contains(body, "skill of the user") {
			t.Errorf("it sent %s", body)
		}
		for _, tool := range request.Tools {
			if tool != "StructuredOutput" && tool != "DeferredToolPlaceholder" {
				t.Errorf("it offered the tool %s", tool)
			}
		}
	}
	if _, err := os.Stat(fired); err == nil {
		t.Error("it ran a hook")
	}
	if records, err := filepath.Glob(filepath.Join(home, ".claude", "projects", "*", "*.jsonl")); len(records) > 0 || err != nil {
		t.Errorf("it left %q, %v", records, err)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

package clienttest_test

import (
	"encoding/json"
	"flag"
	"io"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/host/claude/clienttest"
)

// commands are those that scenarios have besides testscript's own.
//
//	start [-session NAME] [-plugin FOLDER] [-resume] [-model MODEL] [ARGUMENT…]
//	prompt [-session NAME] TEXT           the first one starts the session, if start did not
//	end [-session NAME] [-complaint TEXT] and the client must have complained of nothing else
//	reply text TEXT | reply tool NAME JSON
//	[!] suggested [TEXT]                  what the last prompt's hook told the model has it
//	[!] sent [-count N] TEXT              it stands in what the model had got at the last turn's end
//	requests N                            so many requests did the last turn take
//	answered TEXT                         what the client printed
func commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(ts *testscript.TestScript, neg bool, args []string){
		"start": start, "prompt": prompt, "end": end, "reply": reply,
		"suggested": suggested, "sent": sent, "requests": requests, "answered": answered,
	}
}

// parse reads a command's flags and wants as many other arguments, or any number
// for a negative one.
func parse(ts *testscript.TestScript, flags *flag.FlagSet, args []string, want int) []string {
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); err != nil {
		ts.Fatalf("%s: %v", flags.Name(), err)
	}
	if want >= 0 && flags.NArg() != want {
		ts.Fatalf("%s: got %d arguments besides flags, want %d", flags.Name(), flags.NArg(), want)
	}
	return flags.Args()
}

func newFlags(ts *testscript.TestScript, name string, neg, mayNeg bool) *flag.FlagSet {
	if neg && !mayNeg {
		ts.Fatalf("%s cannot be negated", name)
	}
	return flag.NewFlagSet(name, flag.ContinueOnError)
}

func start(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "start", neg, false)
	name := flags.String("session", "main", "")
	plugin := flags.String("plugin", "plugin", "")
	model := flags.String("model", "", "")
	resume := flags.Bool("resume", false, "")
	rest := parse(ts, flags, args, -1)
	s := sceneOf(ts)
	line := []string{"--allowedTools", "Skill,Read,Bash(echo *)"}
	if *plugin != "" {
		line = append(line, "--plugin-dir", ts.MkAbs(*plugin))
	}
	if *model != "" {
		line = append(line, "--model", *model)
	}
	if *resume {
		line = append(line, "--resume", s.resumable(ts))
	}
	session, err := clienttest.Start(clienttest.Options{
		Program: s.client, API: s.api, Home: ts.Getenv("HOME"), Folder: ts.MkAbs("project"), Scratch: ts.MkAbs("scratch"),
		Env: environ(ts), Args: append(line, rest...),
	})
	ts.Check(err)
	s.sessions[*name] = session
}

func prompt(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "prompt", neg, false)
	name := flags.String("session", "main", "")
	text := parse(ts, flags, args, 1)[0]
	s := sceneOf(ts)
	if s.sessions[*name] == nil {
		start(ts, false, []string{"-session", *name})
	}
	turn, err := s.sessions[*name].Prompt(text)
	ts.Check(err)
	s.turns = append(s.turns, turn)
	if strings.Contains(turn.Last().Text(), clienttest.Leaked) {
		ts.Fatalf("the hook's output reached the model as plain text")
	}
}

func end(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "end", neg, false)
	name := flags.String("session", "main", "")
	expected := flags.String("complaint", "", "")
	parse(ts, flags, args, 0)
	s := sceneOf(ts)
	session := s.sessions[*name]
	if session == nil {
		ts.Fatalf("there is no session %q, only %q", *name, names(s.sessions))
	}
	delete(s.sessions, *name)
	ts.Check(session.End())
	s.ended = session.ID
	met := *expected == ""
	for _, complaint := range clienttest.Complaints(session.Debug()) {
		if *expected == "" || !strings.Contains(complaint, *expected) {
			ts.Fatalf("the client complained: %s", complaint)
		}
		met = true
	}
	if !met {
		ts.Fatalf("the client did not complain of %q", *expected)
	}
	if strays := s.api.Strays(); len(strays) > 0 {
		ts.Fatalf("the client asked for %q", strays)
	}
}

func reply(ts *testscript.TestScript, neg bool, args []string) {
	s := sceneOf(ts)
	switch {
	case !neg && len(args) == 2 && args[0] == "text":
		s.api.Reply(clienttest.Reply{Text: args[1]})
	case !neg && len(args) == 3 && args[0] == "tool" && json.Valid([]byte(args[2])):
		s.api.Reply(clienttest.Reply{Tool: args[1], Input: args[2]})
	default:
		ts.Fatalf("usage: reply text TEXT | reply tool NAME JSON")
	}
}

func suggested(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "suggested", neg, true)
	wanted := strings.Join(parse(ts, flags, args, -1), " ")
	turn := sceneOf(ts).lastTurn(ts)
	if len(turn.Requests) == 0 {
		ts.Fatalf("the prompt never reached the model")
	}
	contexts := strings.Join(turn.Contexts(), "\n")
	found := contexts != "" && strings.Contains(contexts, wanted)
	if found == neg {
		ts.Fatalf("the hook told the model: %q", contexts)
	}
}

func sent(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "sent", neg, true)
	count := flags.Int("count", -1, "")
	text := parse(ts, flags, args, 1)[0]
	all := sceneOf(ts).lastTurn(ts).Last().Text()
	got := strings.Count(all, text)
	if (got > 0) == neg || (*count >= 0 && got != *count) {
		ts.Fatalf("%q stands %d times in what the model was sent:\n%s", text, got, all)
	}
}

func requests(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "requests", neg, false)
	want, err := strconv.Atoi(parse(ts, flags, args, 1)[0])
	ts.Check(err)
	if got := len(sceneOf(ts).lastTurn(ts).Requests); got != want {
		ts.Fatalf("the turn took %d requests, want %d", got, want)
	}
}

func answered(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "answered", neg, false)
	want := parse(ts, flags, args, 1)[0]
	if turn := sceneOf(ts).lastTurn(ts); turn.IsError || !strings.Contains(turn.Answer, want) {
		ts.Fatalf("the client answered %q", turn.Answer)
	}
}

// resumable is the session that ended last.
func (s *scene) resumable(ts *testscript.TestScript) string {
	if s.ended == "" {
		ts.Fatalf("no session has ended yet")
	}
	return s.ended
}

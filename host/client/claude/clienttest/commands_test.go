package clienttest_test

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// commands are those that scenarios have besides testscript's own.
//
//	start [-session NAME] [-plugin FOLDER] [-project FOLDER] [-resume] [-model MODEL] [ARGUMENT…]
//	prompt [-session NAME[,NAME]] TEXT    the first one starts the session, if start did not; several get it at once
//	prompt [-session NAME] -file FILE     $SESSION is then the id of the last one's session
//	break [-session NAME] TEXT            kill the session while this prompt waits for the model: reply silence
//	once TEXT                             a session of this prompt, given on the command line
//	end [-session NAME] [-complaint TEXT] and the client must have complained of nothing else
//	reply text TEXT | reply tool NAME JSON
//	reply bash FILE                       the model runs the file's text by the client's Bash tool
//	reply silence                         no answer comes: see break
//	[!] suggested [-regexp] [TEXT]        what the hook told the model about the last prompt has it
//	suggested -units N                    and is no longer than that
//	[!] sent [-count N] [-role R] TEXT    it stands in what the model had got at the last turn's end
//	requests N                            so many requests did the last turn take
//	answered TEXT                         what the client printed
//	                                      these four take -session NAME, too
//	started SERVER N                      a stand-in with -log $WORK/SERVER.log was started so often
//	transcript                            what the client wrote down of its sessions goes to stdout
//	client ARGUMENT…                      run the client for something else; what it prints goes to stdout
//
// $API is the address of the stand-in for the model's API, $STAND_IN a server of the Model
// Context Protocol; files that the client reads name it as ${STAND_IN}.
func commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(ts *testscript.TestScript, neg bool, args []string){
		"start": start, "prompt": prompt, "break": breakOff, "once": once, "end": end, "reply": reply,
		"suggested": suggested, "sent": sent, "requests": requests, "answered": answered,
		"transcript": transcript, "client": client, "started": started,
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
	project := flags.String("project", "project", "")
	model := flags.String("model", "", "")
	resume := flags.Bool("resume", false, "")
	rest := parse(ts, flags, args, -1)
	s := sceneOf(ts)
	line := []string{"--allowedTools", "Skill,Read,Agent,Task,Bash(echo *)"}
	if *plugin != "" {
		line = append(line, "--plugin-dir", inWork(ts, *plugin))
	}
	if *model != "" {
		line = append(line, "--model", *model)
	}
	if *resume {
		line = append(line, "--resume", s.resumable(ts))
	}
	session, err := clienttest.Start(s.options(ts, *project, append(line, rest...)))
	ts.Check(err)
	s.sessions[*name] = session
}

func (s *scene) options(ts *testscript.TestScript, project string, args []string) clienttest.Options {
	return clienttest.Options{
		Program: s.client, API: s.api, Home: ts.Getenv("HOME"), Folder: inWork(ts, project), Scratch: inWork(ts, "scratch"),
		Env: environ(ts), Args: args,
	}
}

func once(ts *testscript.TestScript, neg bool, args []string) {
	text := parse(ts, newFlags(ts, "once", neg, false), args, 1)[0]
	s := sceneOf(ts)
	session, turn, err := clienttest.Once(s.options(ts, "project", []string{"--plugin-dir", inWork(ts, "plugin")}), text)
	ts.Check(err)
	s.last = "once"
	s.turns[s.last] = turn
	s.checkComplaints(ts, session, "")
}

// inWork is a path seen from the scenario's own folder, wherever it has gone.
func inWork(ts *testscript.TestScript, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(ts.Getenv("WORK"), path)
}

func prompt(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "prompt", neg, false)
	sessions := flags.String("session", "main", "")
	file := flags.String("file", "", "")
	text := strings.Join(parse(ts, flags, args, -1), " ")
	if *file != "" {
		text = strings.TrimSpace(ts.ReadFile(*file))
	}
	s := sceneOf(ts)
	names := strings.Split(*sessions, ",")
	s.last = names[0]
	turns, errs := make([]clienttest.Turn, len(names)), make([]error, len(names))
	var waiting sync.WaitGroup
	for i, name := range names {
		if s.sessions[name] == nil {
			start(ts, false, []string{"-session", name})
		}
		session := s.sessions[name]
		waiting.Go(func() { turns[i], errs[i] = session.Prompt(text) })
	}
	waiting.Wait()
	ts.Check(errors.Join(errs...))
	for i, turn := range turns {
		s.turns[names[i]] = turn
		ts.Setenv("SESSION", s.sessions[names[i]].ID)
		if strings.Contains(turn.Last().Text(), clienttest.Leaked) {
			ts.Fatalf("the hook's output reached the model as plain text")
		}
	}
}

func breakOff(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "break", neg, false)
	name := flags.String("session", "main", "")
	text := parse(ts, flags, args, 1)[0]
	s := sceneOf(ts)
	if s.sessions[*name] == nil {
		start(ts, false, []string{"-session", *name})
	}
	session := s.sessions[*name]
	delete(s.sessions, *name)
	turn, err := session.Break(text)
	ts.Check(err)
	s.last, s.turns[*name] = *name, turn
	s.checkComplaints(ts, session, "")
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
	s.checkComplaints(ts, session, *expected)
}

// checkComplaints fails on what a client had against hooks and plugins, but for
// what is expected, and on requests that it should not have made.
func (s *scene) checkComplaints(ts *testscript.TestScript, session *clienttest.Session, expected string) {
	met := expected == ""
	for _, complaint := range session.Complaints() {
		if expected == "" || !strings.Contains(complaint, expected) {
			ts.Fatalf("the client complained: %s", complaint)
		}
		met = true
	}
	if !met {
		ts.Fatalf("the client did not complain of %q", expected)
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
	case !neg && len(args) == 2 && args[0] == "bash":
		s.api.Reply(clienttest.Reply{Tool: "Bash", Input: bashInput(ts, ts.ReadFile(args[1]))})
	case !neg && len(args) == 1 && args[0] == "silence":
		s.api.Reply(clienttest.Reply{Silent: true})
	default:
		ts.Fatalf("usage: reply text TEXT | reply tool NAME JSON | reply bash FILE | reply silence")
	}
}

// bashInput is the input of the client's Bash tool for a command.
func bashInput(ts *testscript.TestScript, command string) string {
	input, err := json.Marshal(map[string]string{"command": strings.TrimSuffix(command, "\n"), "description": "by the script"})
	ts.Check(err)
	return string(input)
}

// resumable is the session that ended last.
func (s *scene) resumable(ts *testscript.TestScript) string {
	if s.ended == "" {
		ts.Fatalf("no session has ended yet")
	}
	return s.ended
}

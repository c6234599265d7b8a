package clienttest_test

import (
	"context"
	"flag"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// turnOf reads a command's arguments and gives the turn that it is about: the last
// one, or that of a session.
func turnOf(ts *testscript.TestScript, flags *flag.FlagSet, args []string, want int) (clienttest.Turn, []string) {
	s := sceneOf(ts)
	session := flags.String("session", s.last, "")
	rest := parse(ts, flags, args, want)
	turn, asked := s.turns[*session]
	if !asked {
		ts.Fatalf("there was no prompt yet")
	}
	if aboutModel := flags.Name() == "suggested" || flags.Name() == "sent"; aboutModel && len(turn.Requests) == 0 {
		ts.Fatalf("the prompt never reached the model; the client answered %q", turn.Answer)
	}
	return turn, rest
}

func suggested(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "suggested", neg, true)
	isRegexp := flags.Bool("regexp", false, "")
	units := flags.Int("units", 0, "")
	turn, rest := turnOf(ts, flags, args, -1)
	contexts, wanted := strings.Join(turn.Contexts(), "\n"), strings.Join(rest, " ")
	found := contexts != "" && strings.Contains(contexts, wanted)
	if *isRegexp {
		pattern, err := regexp.Compile(wanted)
		ts.Check(err)
		found = pattern.MatchString(contexts)
	}
	if *units > 0 {
		found = found && len(utf16.Encode([]rune(contexts))) <= *units
	}
	if found == neg {
		ts.Fatalf("the hook told the model: %q\nthe model was sent:\n%s", contexts, brief(turn.First().Text()))
	}
}

// brief keeps a text's beginning and its end, where what matters mostly stands.
func brief(text string) string {
	const begin, end = 500, 3000
	if len(text) <= begin+end {
		return text
	}
	return text[:begin] + "\n[…]\n" + text[len(text)-end:]
}

func sent(ts *testscript.TestScript, neg bool, args []string) {
	flags := newFlags(ts, "sent", neg, true)
	count := flags.Int("count", -1, "")
	role := flags.String("role", "", "")
	turn, rest := turnOf(ts, flags, args, 1)
	all := turn.Last().TextOf(*role)
	got := strings.Count(all, rest[0])
	if (got > 0) == neg || (*count >= 0 && got != *count) {
		ts.Fatalf("%q stands %d times in what the model was sent:\n%s", rest[0], got, brief(all))
	}
}

func requests(ts *testscript.TestScript, neg bool, args []string) {
	turn, rest := turnOf(ts, newFlags(ts, "requests", neg, false), args, 1)
	want, err := strconv.Atoi(rest[0])
	ts.Check(err)
	if got := len(turn.Requests); got != want {
		var asked []string
		for _, request := range turn.Requests {
			asked = append(asked, brief(request.Text()))
		}
		ts.Fatalf("the turn took %d requests, want %d:\n%s", got, want, strings.Join(asked, "\n[the next request]\n"))
	}
}

func answered(ts *testscript.TestScript, neg bool, args []string) {
	turn, rest := turnOf(ts, newFlags(ts, "answered", neg, false), args, 1)
	if turn.IsError || !strings.Contains(turn.Answer, rest[0]) {
		ts.Fatalf("the client answered %q", turn.Answer)
	}
}

func transcript(ts *testscript.TestScript, neg bool, args []string) {
	parse(ts, newFlags(ts, "transcript", neg, false), args, 0)
	told, err := clienttest.Transcript(filepath.Join(ts.Getenv("HOME"), ".claude"))
	ts.Check(err)
	_, err = io.WriteString(ts.Stdout(), told)
	ts.Check(err)
}

func client(ts *testscript.TestScript, neg bool, args []string) {
	s := sceneOf(ts)
	ctx, cancel := context.WithTimeout(context.Background(), clienttest.TurnLimit)
	defer cancel()
	command := exec.CommandContext(ctx, s.client, args...)
	command.Dir = ts.MkAbs(".")
	command.Env = append(clienttest.Environ(s.api, ts.Getenv("HOME"), inWork(ts, "scratch")), environ(ts)...)
	command.Stdout, command.Stderr = ts.Stdout(), ts.Stderr()
	if err := command.Run(); (err != nil) != neg {
		ts.Fatalf("the client ended with %v", err)
	}
}

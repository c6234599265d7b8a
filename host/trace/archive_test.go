package trace_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/trace"
)

// results is how many results a call of these events may give.
const results = 100

func scripted(t testing.TB, edit func(*recorded.Script)) *recorded.Host {
	t.Helper()
	script, err := recorded.Decode([]byte(`{
		"session": {"session_id": "s", "workspace_path": "/w", "started_at": "2026-01-02T03:04:05Z"},
		"items": [{"ref": "command:a"}, {"ref": "command:b", "embedding": [1, 0]}, {"ref": "skill:c", "embedding": [0, 1]},
			{"ref": "skill:d", "embedding": [1, 1]}, {"ref": "skill:e"}],
		"active": [{"ref": "command:a"}, {"ref": "skill:c"}],
		"messages": [{"role": "user", "content": "one", "sequence": 1}, {"role": "assistant", "content": "two", "sequence": 2}, {"role": "user", "content": "three", "sequence": 3}],
		"tool_uses": [{"tool_name": "Bash", "sequence": 4}, {"tool_name": "Edit", "sequence": 5}],
		"search": {"command:a": 0.9, "command:b": 0.7, "skill:c": 0.8, "skill:e": 0.1}}`))
	if err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		edit(&script)
	}
	host, err := recorded.New(script)
	if err != nil {
		t.Fatal(err)
	}
	return host
}

// question is a host call with its request.
type question struct{ call, request string }

func ask(host abi.Host, q question) []byte {
	return bytes.ReplaceAll(abi.Invoke(host, abi.DefaultBudgets(), q.call, []byte(q.request)), []byte("null"), []byte("[]"))
}

// recorded is the trace of an event that asked these.
func recordOf(host abi.Host, asked ...question) trace.Trace {
	t := trace.Trace{ABI: abi.Version, Context: abi.Context{SessionID: "s", WorkspacePath: "/w"}}
	for _, q := range asked {
		t.AddCall("", q.call, []byte(q.request), ask(host, q), 0, 0)
	}
	return t
}

// grid is every question of some size that these calls can be asked.
func grid() (all []question) {
	add := func(call, format string, args ...any) {
		all = append(all, question{call, fmt.Sprintf(format, args...)})
	}
	kinds := []string{`[]`, `["skill"]`, `["command"]`, `["skill","command"]`, `["nothing"]`}
	for n := range 7 {
		add("messages", `{"count":%d}`, n)
		add("tool_uses", `{"count":%d}`, n)
		for _, of := range kinds {
			for _, text := range []string{"query", "another"} {
				add("search", `{"text":%q,"limit":%d,"kinds":%s}`, text, n, of)
			}
			add("search", `{"embedding":"e1","limit":%d,"kinds":%s}`, n, of)
			for limit := 1; limit < 7; limit += 2 {
				add("items", `{"offset":%d,"limit":%d,"kinds":%s}`, n, limit, of)
			}
		}
	}
	for _, of := range kinds {
		add("active", `{"kinds":%s}`, of)
	}
	for _, refs := range []string{`[]`, `["command:a"]`, `["command:b","command:a"]`, `["command:a","skill:zz"]`, `["skill:d","skill:d"]`, `["skill:e","skill:c","command:a"]`, `["skill:a"]`} {
		add("relevance", `{"text":"query","refs":%s}`, refs)
	}
	for _, pair := range [][2]string{{"e1", "e2"}, {"e2", "e1"}, {"e3", "e1"}, {"e2", "e3"}} {
		add("similarities", `{"a":%q,"bs":[%q]}`, pair[0], pair[1])
		add("similarities", `{"a":%q,"bs":[%q,"e3"]}`, pair[0], pair[1])
	}
	add("embed", `{"text":"query"}`)
	add("vector", `{"embedding":"e1"}`)
	add("session", `{}`)
	return all
}

// Ensure that whatever was recorded, an archive's answer to any question is that
// of the host itself, to the byte, or missing.
func TestArchiveIsExact(t *testing.T) {
	hosts := map[string]*recorded.Host{"": scripted(t, nil), "empty ": scripted(t, func(s *recorded.Script) { *s = recorded.Script{Session: s.Session} })}
	for name, host := range hosts {
		answered, own := 0, map[question][]byte{}
		for _, q := range grid() {
			own[q] = ask(host, q)
		}
		for _, one := range grid() {
			archive := trace.Archive(recordOf(host, one), results, "")
			for _, q := range grid() {
				if one.call != q.call {
					continue
				}
				archive.Missing = nil
				got := ask(archive, q)
				if len(archive.Missing) > 0 {
					if one == q {
						t.Errorf("%s%s: not answered though it was recorded: %v", name, q, archive.Missing)
					}
					continue
				}
				answered++
				if !bytes.Equal(got, own[q]) {
					t.Errorf("%s%s after %s\ngot  %s\nwant %s", name, q, one, got, own[q])
				}
			}
		}
		t.Logf("%sanswered %d", name, answered)
	}
}

// Ensure that what follows from the record is answered and what does not is
// missing: each line is what was asked, then what is asked.
func TestArchiveAnswers(t *testing.T) {
	full := scripted(t, nil)
	idle := scripted(t, func(s *recorded.Script) { s.Active = nil })
	search := func(limit int, more string) question {
		return question{"search", fmt.Sprintf(`{"text":"query","limit":%d%s}`, limit, more)}
	}
	active := question{"active", `{}`}
	for _, c := range []struct {
		why   string
		host  *recorded.Host
		asked []question
		q     question
		want  bool
	}{
		{"the first of those found", full, []question{search(4, "")}, search(2, ""), true},
		{"more than were asked for", full, []question{search(2, "")}, search(3, ""), false},
		{"more than there are", full, []question{search(50, "")}, search(90, ""), true},
		{"one kind of the first ones", full, []question{search(3, "")}, search(2, `,"kinds":["command"]`), true},
		{"one kind, of which more may follow", full, []question{search(3, "")}, search(3, `,"kinds":["command"]`), false},
		{"all kinds from one", full, []question{search(50, `,"kinds":["skill"]`)}, search(1, ""), false},
		{"another background while something is active", full, []question{active, search(5, `,"background":"x"`)}, search(5, ""), false},
		{"another background while nothing is active", idle, []question{active, search(5, `,"background":"x"`)}, search(5, `,"background":"y"`), true},
		{"another background, and nobody asked what is active", idle, []question{search(5, `,"background":"x"`)}, search(5, ""), false},
		{"the last of the messages", full, []question{{"messages", `{"count":2}`}}, question{"messages", `{"count":1}`}, true},
		{"earlier messages", full, []question{{"messages", `{"count":2}`}}, question{"messages", `{"count":3}`}, false},
		{"all messages there are", full, []question{{"messages", `{"count":9}`}}, question{"messages", `{"count":20}`}, true},
		{"active items of one kind", full, []question{active}, question{"active", `{"kinds":["skill"]}`}, true},
		{"active items of all kinds", full, []question{{"active", `{"kinds":["skill"]}`}}, active, false},
		{"a page of the whole catalog", full, []question{{"items", `{"limit":9}`}}, question{"items", `{"offset":1,"limit":2,"kinds":["skill"]}`}, true},
		{"a page beyond the one recorded", full, []question{{"items", `{"limit":2}`}}, question{"items", `{"offset":1,"limit":2}`}, false},
		{"a vector's neighbours", full, []question{{"search", `{"embedding":"e1","limit":3}`}}, question{"search", `{"embedding":"e1","limit":1}`}, true},
		{"some of the items", full, []question{{"relevance", `{"text":"query","refs":["command:a","command:b","skill:zz"]}`}}, question{"relevance", `{"text":"query","refs":["skill:zz","command:b"]}`}, true},
		{"another item", full, []question{{"relevance", `{"text":"query","refs":["command:a"]}`}}, question{"relevance", `{"text":"query","refs":["command:b"]}`}, false},
		{"another query", full, []question{{"relevance", `{"text":"query","refs":["command:a"]}`}}, question{"relevance", `{"text":"other","refs":["command:a"]}`}, false},
		{"one cosine of several, the other way round", full, []question{{"similarities", `{"a":"e1","bs":["e2","e3"]}`}}, question{"similarities", `{"a":"e3","bs":["e1"]}`}, true},
		{"no model then, none now", full, []question{{"embed", `{"text":"query"}`}}, question{"embed", `{"text":"query"}`}, true},
		{"another text", full, []question{{"embed", `{"text":"query"}`}}, question{"embed", `{"text":"other"}`}, false},
	} {
		archive := trace.Archive(recordOf(c.host, c.asked...), results, "")
		got := ask(archive, c.q)
		if answered := len(archive.Missing) == 0; answered != c.want {
			t.Errorf("%s: answered %v, want %v: %s", c.why, answered, c.want, got)
		} else if want := ask(c.host, c.q); c.want && !bytes.Equal(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.why, got, want)
		}
	}
}

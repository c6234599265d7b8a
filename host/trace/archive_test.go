package trace_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest"
	"github.com/ed-irl/impressionism/host/trace"
)

// results is how many results a call of these events may give.
const results = 100

func scripted(t testing.TB, edit func(*abitest.Script)) *abitest.Host {
	t.Helper()
	script, err := abitest.Decode([]byte(`{
		"session": {"session_id": "s", "workspace_path": "/w", "started_at": "2026-01-02T03:04:05Z"},
		"skills": [{"id": "a", "kind": "command"}, {"id": "b", "kind": "command", "embedding": [1, 0]}, {"id": "c", "embedding": [0, 1]},
			{"id": "d", "embedding": [1, 1]}, {"id": "e"}],
		"active": [{"id": "a"}, {"id": "c"}],
		"messages": [{"role": "user", "content": "one", "sequence": 1}, {"role": "assistant", "content": "two", "sequence": 2}, {"role": "user", "content": "three", "sequence": 3}],
		"tool_use": [{"tool_name": "Bash", "sequence": 4}, {"tool_name": "Edit", "sequence": 5}],
		"search": {"a": 0.9, "b": 0.7, "c": 0.8, "e": 0.1}}`))
	if err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		edit(&script)
	}
	host, err := abitest.New(script)
	if err != nil {
		t.Fatal(err)
	}
	return host
}

// question is a host call with its request.
type question struct{ call, request string }

func ask(host abi.Host, q question) []byte {
	return bytes.ReplaceAll(abi.Invoke(host, "s", q.call, []byte(q.request)), []byte("null"), []byte("[]"))
}

// recorded is the trace of an event that asked these.
func recorded(host abi.Host, asked ...question) trace.Trace {
	t := trace.Trace{ABI: 1, Context: abi.Context{SessionID: "s", WorkspacePath: "/w"}}
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
		add("get_recent_messages", `{"count":%d}`, n)
		add("get_recent_tool_use", `{"count":%d,"session_id":"s"}`, n)
		for _, of := range kinds {
			for _, text := range []string{"query", "another"} {
				add("search_skills", `{"query_text":%q,"limit":%d,"kinds":%s}`, text, n, of)
			}
			add("search_skills_by_embedding", `{"embedding":"e1","limit":%d,"kinds":%s}`, n, of)
			for limit := 1; limit < 7; limit += 2 {
				add("get_all_skills", `{"offset":%d,"limit":%d,"kinds":%s}`, n, limit, of)
			}
		}
	}
	for _, of := range kinds {
		add("get_active_skills", `{"kinds":%s}`, of)
	}
	for _, ids := range []string{`[]`, `["a"]`, `["b","a"]`, `["a","zz"]`, `["d","d"]`, `["e","c","a"]`} {
		add("relevance", `{"query_text":"query","ids":%s}`, ids)
	}
	for _, pair := range [][2]string{{"e1", "e2"}, {"e2", "e1"}, {"e3", "e1"}, {"e2", "e3"}} {
		add("cosine_similarity", `{"a":%q,"b":%q}`, pair[0], pair[1])
		add("cosine_similarities", `{"a":%q,"bs":[%q]}`, pair[0], pair[1])
		add("cosine_similarities", `{"a":%q,"bs":[%q,"e3"]}`, pair[0], pair[1])
	}
	add("embed_text", `{"text":"query"}`)
	add("get_vector", `{"embedding":"e1"}`)
	add("get_session", `{}`)
	return all
}

// Ensure that whatever was recorded, an archive's answer to any question is that
// of the host itself, to the byte, or missing.
func TestArchiveIsExact(t *testing.T) {
	hosts := map[string]*abitest.Host{"": scripted(t, nil), "empty ": scripted(t, func(s *abitest.Script) { *s = abitest.Script{Session: s.Session} })}
	for name, host := range hosts {
		answered, own := 0, map[question][]byte{}
		for _, q := range grid() {
			own[q] = ask(host, q)
		}
		for _, one := range grid() {
			archive := trace.NewArchive(recorded(host, one), results, "")
			for _, q := range grid() {
				if one.call != q.call && !(strings.HasPrefix(one.call, "cosine") && strings.HasPrefix(q.call, "cosine")) {
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
	idle := scripted(t, func(s *abitest.Script) { s.Active = nil })
	search := func(limit int, more string) question {
		return question{"search_skills", fmt.Sprintf(`{"query_text":"query","limit":%d%s}`, limit, more)}
	}
	active := question{"get_active_skills", `{}`}
	for _, c := range []struct {
		why   string
		host  *abitest.Host
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
		{"another background while something is active", full, []question{active, search(5, `,"background_text":"x"`)}, search(5, ""), false},
		{"another background while nothing is active", idle, []question{active, search(5, `,"background_text":"x"`)}, search(5, `,"background_text":"y"`), true},
		{"another background, and nobody asked what is active", idle, []question{search(5, `,"background_text":"x"`)}, search(5, ""), false},
		{"the last of the messages", full, []question{{"get_recent_messages", `{"count":2}`}}, question{"get_recent_messages", `{"count":1}`}, true},
		{"earlier messages", full, []question{{"get_recent_messages", `{"count":2}`}}, question{"get_recent_messages", `{"count":3}`}, false},
		{"all messages there are", full, []question{{"get_recent_messages", `{"count":9}`}}, question{"get_recent_messages", `{"count":20}`}, true},
		{"active items of one kind", full, []question{active}, question{"get_active_skills", `{"kinds":["skill"]}`}, true},
		{"active items of all kinds", full, []question{{"get_active_skills", `{"kinds":["skill"]}`}}, active, false},
		{"a page of the whole catalog", full, []question{{"get_all_skills", `{"limit":9}`}}, question{"get_all_skills", `{"offset":1,"limit":2,"kinds":["skill"]}`}, true},
		{"a page beyond the one recorded", full, []question{{"get_all_skills", `{"limit":2}`}}, question{"get_all_skills", `{"offset":1,"limit":2}`}, false},
		{"a vector's neighbours", full, []question{{"search_skills_by_embedding", `{"embedding":"e1","limit":3}`}}, question{"search_skills_by_embedding", `{"embedding":"e1","limit":1}`}, true},
		{"some of the items", full, []question{{"relevance", `{"query_text":"query","ids":["a","b","zz"]}`}}, question{"relevance", `{"query_text":"query","ids":["zz","b"]}`}, true},
		{"another item", full, []question{{"relevance", `{"query_text":"query","ids":["a"]}`}}, question{"relevance", `{"query_text":"query","ids":["b"]}`}, false},
		{"another query", full, []question{{"relevance", `{"query_text":"query","ids":["a"]}`}}, question{"relevance", `{"query_text":"other","ids":["a"]}`}, false},
		{"one cosine of several, the other way round", full, []question{{"cosine_similarities", `{"a":"e1","bs":["e2","e3"]}`}}, question{"cosine_similarity", `{"a":"e3","b":"e1"}`}, true},
		{"no model then, none now", full, []question{{"embed_text", `{"text":"query"}`}}, question{"embed_text", `{"text":"query","session_id":"s"}`}, true},
		{"another text", full, []question{{"embed_text", `{"text":"query"}`}}, question{"embed_text", `{"text":"other"}`}, false},
	} {
		archive := trace.NewArchive(recorded(c.host, c.asked...), results, "")
		got := ask(archive, c.q)
		if answered := len(archive.Missing) == 0; answered != c.want {
			t.Errorf("%s: answered %v, want %v: %s", c.why, answered, c.want, got)
		} else if want := ask(c.host, c.q); c.want && !bytes.Equal(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.why, got, want)
		}
	}
}

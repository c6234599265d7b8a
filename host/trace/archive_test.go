package trace_test

import (
	"bytes"
	"encoding/json"
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
		t.AddCall("", q.call, []byte(q.request), ask(host, q), 0)
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

// Ensure that what a manifest or a budget forbade the recorded ruleset is no
// answer to another one, and what nobody can know is missing.
func TestArchiveKnows(t *testing.T) {
	host := scripted(t, nil)
	record := recorded(host, question{"search_skills", `{"query_text":"query","limit":2}`}, question{"relevance", `{"query_text":"query","ids":["gone"]}`})
	record.AddCall("", "get_session", []byte(`{}`), abi.EncodeFault(&abi.Fault{Code: abi.NotAllowed, Message: "not among the calls"}), 0)
	record.AddCall("", "get_vector", []byte(`{"embedding":"e1"}`), nil, 0) // left out of an incomplete trace
	record.Unknown = []string{"made-up"}
	record.Answers = []trace.Answer{{Function: abi.Activation, Answer: json.RawMessage(`[{"skill_id":"made-up","reason":"r"}]`)}}
	record.Decision = json.RawMessage(`{"activate":[],"deactivate":[{"skill_id":"d","kind":"skill","reason":"r"}]}`)
	missed := 0
	archive := trace.NewArchive(record, results, "")
	archive.OnMissing = func() { missed++ }
	for _, c := range []struct {
		kind, id    string
		has, missed bool
	}{
		{"command", "a", true, false},      // found by the search
		{"skill", "d", true, false},        // believed of the recorded answer
		{"skill", "made-up", false, false}, // not believed
		{"skill", "gone", false, false},    // asked about by its id
		{"skill", "e", false, true},
		{"skill", "a", false, true}, // of another kind
	} {
		before := missed
		if has := archive.Known(c.kind, c.id); has != c.has || (missed > before) != c.missed {
			t.Errorf("%s %s: %v, missing %v", c.kind, c.id, has, archive.Missing)
		}
	}
	for _, q := range []question{{"get_session", `{}`}, {"get_vector", `{"embedding":"e1"}`}} {
		before := missed
		if ask(archive, q); missed == before {
			t.Errorf("%s was answered", q)
		}
	}
	if got := string(ask(trace.NewArchive(record, results, "2026-05-05T05:05:05Z"), question{"get_session", `{}`})); !strings.Contains(got, `"/w","started_at":"2026-05-05`) {
		t.Errorf("the session is %s", got)
	}
	whole := trace.NewArchive(recorded(host, question{"get_all_skills", `{"limit":50}`}), results, "")
	if whole.Known("skill", "e") != true || whole.Known("skill", "nowhere") || len(whole.Missing) > 0 {
		t.Errorf("the whole catalog is recorded; missing %v", whole.Missing)
	}
	for _, request := range []string{`{"limit":2}`, `{"limit":50,"kinds":["skill"]}`, `{"offset":4,"limit":50}`} {
		part := trace.NewArchive(recorded(host, question{"get_all_skills", request}), results, "")
		if part.Known("command", "nowhere"); len(part.Missing) != 1 {
			t.Errorf("%s is taken for the whole catalog", request)
		}
	}
}

// Ensure that a trace from anybody makes no archive that fails.
func FuzzArchive(f *testing.F) {
	host := scripted(f, nil)
	for _, q := range grid() {
		f.Add(q.call, []byte(q.request), ask(host, q), q.request)
	}
	f.Add("get_all_skills", []byte(`{"offset":9223372036854775807,"limit":-1}`), []byte(`{"ok":{"items":[{"id":"a"}],"truncated":true}}`), `{"offset":9223372036854775807,"limit":9223372036854775807}`)
	f.Fuzz(func(_ *testing.T, call string, request, reply []byte, asked string) {
		t := trace.Trace{ABI: 1}
		t.AddCall("", call, request, reply, 0)
		archive := trace.NewArchive(t, results, "")
		for _, known := range abi.Calls {
			ask(archive, question{known.Name, asked})
		}
		archive.Known("skill", asked)
	})
}

package ui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// markedRuleset gives reasons, logs and fails. "zebra" is in each text of the marked home, and in
// no name of a skill, ruleset or plugin; what follows it says where it stands.
const markedRuleset = `return { evaluate_activation = function(context, host)
  impressionism.log("warn", "zebralog")
  if string.find(context.user_prompt or "", "break") then error("zebrafault") end
  if string.find(context.user_prompt or "", "other") then return {} end
  return { { ref = "skill:alpha-tables", reason = "zebrareason" } }
end, evaluate_deactivation = function(context, host)
  if string.find(context.user_prompt or "", "other") then return { { ref = "skill:alpha-tables", reason = "zebraleft" } } end
  return {}
end }`

// markedHome makes a home in which each text has a marker, works in it, and returns its
// workspace and environment.
func markedHome(t *testing.T) (folder, workspace string, environ []string) {
	t.Helper()
	folder = t.TempDir()
	workspace = filepath.Join(folder, "work", "zebrapath")
	skill := "---\nname: %s\ndescription: Write zebradescription %s for tables and columns.\nkeywords: [zebrakeyword]\n---\n# zebraheading\n\nzebrabody about migrations.\n"
	hooks := `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/opt/zebrapath/zebrahook.sh --zebraflag"}]}]}}`
	for path, text := range map[string]string{
		"skills/alpha-tables/SKILL.md":             fmt.Sprintf(skill, "alpha-tables", "migrations"),
		"skills/beta-tables/SKILL.md":              fmt.Sprintf(skill, "beta-tables", "migrations"),
		"skills/gamma-forms/SKILL.md":              fmt.Sprintf(skill, "gamma-forms", "forms"),
		"rules/custom/mine/mine.lua":               markedRuleset,
		"rules/custom/mine/ruleset.json":           `{"id":"custom/mine","version":"1.0.0","abi":2,"summary":"zebrasummary","events":["prompt","turn_ended"]}`,
		"lessons/L-7f3kq-tables.md":                "---\ntitle: zebratitle of tables\nwhen: zebrawhen\n---\nzebralesson about tables.\n",
		"config.yaml":                              "active_ruleset: custom/mine\nshadow_rulesets: [builtin/conservative]\n",
		"client/settings.json":                     hooks,
		"work/zebrapath/.claude/settings.json":     hooks,
		"client/projects/x/" + "00000001.jsonl":    markedTranscript(workspace),
		"client/projects/x/s1.jsonl":               markedActs,
		"work/zebrapath/.claude/skills/c/SKILL.md": "---\ndescription: [zebrabroken\n---\n",
	} {
		envtest.WriteFile(t, filepath.Join(folder, filepath.FromSlash(path)), text)
	}
	envtest.LinkModels(t, envtest.Models(), folder)
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	environ = slices.DeleteFunc(environ, func(v string) bool { return strings.HasPrefix(v, "IMPRESSIONISM_SKILLS_DIR=") })
	environ = append(environ, "IMPRESSIONISM_SKILLS_DIR="+filepath.Join(folder, "skills"), "IMPRESSIONISM_LOG_LEVEL=debug")
	command := func(in string, args ...string) {
		var out bytes.Buffer
		if code := run(args, environ, strings.NewReader(in), &out, &out); code != 0 {
			t.Fatalf("%v: %s", args, out.String())
		}
	}
	command("", "index", "--quiet")
	for i, prompt := range []string{"write zebraprompt migrations for the tables", "break the zebraprompt tables", "zebraprompt migrations once more, please", "another zebraprompt form of the other tables"} {
		for _, event := range []string{"UserPromptSubmit", "Stop"} {
			command(string(envtest.EncodeEvent(map[string]string{"hook_event_name": event, "session_id": fmt.Sprint("s", i/2), "cwd": workspace, "prompt": prompt, "last_assistant_message": "zebraanswer"})), "hook")
		}
	}
	return folder, workspace, environ
}

// markedActs are what the model did after the last prompt of a session.
const markedActs = `{"type":"assistant","sessionId":"s1","timestamp":"2999-01-01T00:00:00Z","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make zebrainput"}},{"type":"text","text":"zebradone"}]}}
`

func markedTranscript(workspace string) string {
	line := func(fields map[string]any) string {
		fields["sessionId"], fields["cwd"], fields["version"], fields["timestamp"] = "s9", workspace, "2.1.329", time.Now().UTC().Format(time.RFC3339Nano)
		data, err := json.Marshal(fields)
		if err != nil {
			panic(err) // strings and numbers always encode
		}
		return string(data) + "\n"
	}
	var text strings.Builder
	text.WriteString(line(map[string]any{"type": "user", "uuid": "u", "message": map[string]string{"role": "user", "content": "zebraprompt of a transcript"}}))
	for i := range 5 {
		text.WriteString(line(map[string]any{"type": "attachment", "uuid": fmt.Sprint(i), "attachment": map[string]any{
			"type": "hook_success", "hookName": "Stop", "hookEvent": "Stop", "command": "/opt/zebrapath/zebrahook.sh --zebraflag", "stdout": "zebraout", "stderr": "", "exitCode": 0, "durationMs": 100 + i,
		}}))
	}
	return text.String()
}

// everything is all views and their parts, as p.view or p.opened returns them, each decision, two
// skills, and what is pushed.
func (p *page) everything(view func(path string) string) string {
	p.t.Helper()
	var all strings.Builder
	for _, path := range []string{"/v/live", "/v/live?session=s0", "/v/outcomes?days=7", "/v/skills", "/v/skills/item?item=alpha-tables", "/v/skills/item?item=absent", "/v/hooks", "/v/rulesets"} {
		all.WriteString(view(path))
	}
	for id := range 8 {
		all.WriteString(p.get(fmt.Sprintf("/v/live/why?decision=%d", id+1)))
		all.WriteString(p.get(fmt.Sprintf("/v/live/did?decision=%d", id+1)))
		all.WriteString(p.get(fmt.Sprintf("/v/live/active?session=s%d", id)))
	}
	return html.UnescapeString(all.String()) + p.streamed()
}

// streamed is what the stream pushes when a further prompt is decided.
func (p *page) streamed() string {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, p.origin+"/stream?view=live", nil)
	envtest.Must(p.t, err)
	request.Header.Set("Impressionism-Token", p.token)
	answer, err := http.DefaultClient.Do(request)
	envtest.Must(p.t, err)
	defer answer.Body.Close()
	event := envtest.EncodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": "s5", "cwd": p.workspace, "prompt": "a zebraprompt of now"})
	var out bytes.Buffer
	if code := run([]string{"hook"}, p.environ, bytes.NewReader(event), &out, &out); code != 0 {
		p.t.Fatal(out.String())
	}
	pushed := &lines{}
	go func() { _, _ = io.Copy(pushed, answer.Body) }() // ends with the answer
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if text := pushed.String(); strings.Contains(text, `class="turn`) && strings.Contains(text, `id="active"`) {
			return html.UnescapeString(text)
		}
	}
	p.t.Errorf("nothing is pushed but %q", pushed.String())
	return ""
}

var markers = regexp.MustCompile(`.{0,60}(zebra[a-z]*).{0,30}`)

// Ensure that a page and a report without texts show no prompt, path, description, reason, log,
// command of a hook or lesson of anybody's, in no view, part or push; and that with texts they
// show most of these, so that the test looks at the right places.
func TestPrivateShowsNoText(t *testing.T) {
	folder, workspace, environ := markedHome(t)
	p := startPageIn(t, environ, folder, workspace, "impressionism", "ui", "--no-open")
	open := p.everything(p.opened)
	for _, word := range []string{"zebraprompt", "zebradescription", "zebrafault", "zebraleft", "zebrapath", "zebrahook", "zebralog", "zebrainput", "zebradone"} {
		if !strings.Contains(open, word) {
			t.Errorf("with texts %s is not shown: the test does not see that it is left out without", word)
		}
	}
	if t.Failed() {
		t.Logf("why says: %s", p.command("why", "--session", "s1", "--json"))
	}
	p = startPageIn(t, environ, folder, workspace, "impressionism", "ui", "--no-open", "--private")
	hidden := p.everything(p.view)
	for _, found := range markers.FindAllString(hidden, 30) {
		t.Errorf("the page without texts shows %q", found)
	}
	if !strings.Contains(hidden, "alpha-tables") || !strings.Contains(hidden, "▒") {
		t.Error("the page without texts shows no names, or no shapes")
	}
	t.Chdir(workspace)
	for _, private := range []bool{false, true} {
		report := string(writtenReport(t, environ, time.Now(), fmt.Sprintf("--private=%v", private)))
		if found := markers.FindAllString(report, 30); private && found != nil {
			t.Errorf("the report without texts shows %q", found)
		} else if !private && len(found) < 5 {
			t.Errorf("the report with texts shows %q alone", found)
		}
	}
}

// writtenReport is what the command report writes at a time.
func writtenReport(t *testing.T, environ []string, now time.Time, args ...string) []byte {
	t.Helper()
	var out, errOut bytes.Buffer
	e := env.Of(wire.ShippedKinds(), environ, strings.NewReader(""), &out, &errOut, now)
	e.Now = func() time.Time { return now }
	if code := program.Execute(e, append([]string{"report", "-o", "-"}, args...)); code != 0 {
		t.Fatalf("report: %s", errOut.String())
	}
	return out.Bytes()
}

var (
	reportLinks = regexp.MustCompile(`(?i)\b(src|srcset|data|action|formaction|poster|background|xlink:href|href|ping|hx-[a-z:-]+)="([^"]*)"`)
	reportTags  = regexp.MustCompile(`(?i)<(script|iframe|object|embed|link|img|base|form|input|button|select|video|audio)\b[^>]*>`)
)

// Ensure that a report of the same home at the same time is the same bytes, has no script and
// refers to nothing outside of it.
func TestReportIsTheSame(t *testing.T) {
	folder := fewHome(t)
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	t.Chdir(filepath.Join(folder, "work", "orders-api"))
	now := time.Now().Add(time.Minute)
	unseenLesson(t, folder)
	before := filesOf(t, folder)
	one, two := writtenReport(t, environ, now), writtenReport(t, environ, now)
	if !bytes.Equal(one, two) {
		at := 0
		for at < min(len(one), len(two)) && one[at] == two[at] {
			at++
		}
		t.Errorf("they differ from byte %d on: %q and %q", at, one[max(at-80, 0):min(at+80, len(one))], two[max(at-80, 0):min(at+80, len(two))])
	}
	checkSame(t, before, filesOf(t, folder))
	text := string(one)
	for _, tag := range reportTags.FindAllString(text, 10) {
		t.Errorf("the report holds %s", tag)
	}
	for _, link := range reportLinks.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(link[2], "#") || link[1] == "href" && !strings.Contains(text, ` id="`+link[2][1:]+`"`) {
			t.Errorf("the report refers to %s", link[0])
		}
	}
	for _, found := range regexp.MustCompile(`url\([^#][^)]*\)`).FindAllString(text, 5) {
		t.Errorf("the report holds %s", found)
	}
	for _, outside := range []string{"@import", "http-equiv=\"refresh", "javascript:", " onload", " onclick"} {
		if strings.Contains(strings.ToLower(text), outside) {
			t.Errorf("the report holds %s", outside)
		}
	}
	if strings.Contains(text, "Where they differ") {
		t.Error("the report lists the prompts at which rulesets differ")
	}
	for _, says := range []string{"From prompt to use", "How long each hook takes", "What others would have decided", "tts-notify", "database-migrations"} {
		if !strings.Contains(text, says) {
			t.Errorf("the report does not show %q", says)
		}
	}
	if len(text) > 2<<20 || len(text) < 20<<10 {
		t.Errorf("the report has %d bytes", len(text))
	}
}

// actions are what a page may ask for, and what the terminal would say of it.
var pageActions = []struct{ path, form string }{
	{"/act/good", "item=database-migrations"}, {"/act/bad", "item=database-migrations"}, {"/act/off", ""}, {"/act/on", ""},
}

// post asks for an action, as the page does or as the header says otherwise.
func (p *page) post(path, form string, headers map[string]string) (status int, body string) {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodPost, p.origin+path, strings.NewReader(form))
	envtest.Must(p.t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Impressionism-Token", p.token)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	envtest.Must(p.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	envtest.Must(p.t, err)
	return answer.StatusCode, string(text)
}

// Ensure that a page takes good, bad, on and off where --allow-feedback lets it, with its key
// and from its own origin alone; that it takes nothing else; and that without the flag all are
// refused and nothing is stored.
func TestPageTakesFeedbackWhereAllowed(t *testing.T) {
	folder := dayHome(t)
	p := startPage(t, folder)
	p.unlock()
	session := "000103d4-0000-4000-8000-000000000004"
	if live := p.get("/v/live?session=" + session); strings.Contains(live, "/act/") {
		t.Error("there is a button without the flag")
	}
	before := filesOf(t, folder)
	for _, action := range pageActions {
		if status, body := p.post(action.path, action.form+"&session="+session, nil); status < 400 {
			t.Errorf("%s without the flag: %d: %s", action.path, status, body)
		}
	}
	after := filesOf(t, folder)
	delete(after, "/log")
	checkSame(t, before, after)
	envtest.Must(t, p.end())

	p = startPage(t, folder, "--allow-feedback")
	p.unlock()
	if why := p.get("/v/live/why?decision=1"); !strings.Contains(why, "/act/good") {
		t.Errorf("there is no button: %.500s", words(why))
	}
	for name, refused := range map[string]struct {
		path    string
		headers map[string]string
	}{
		"no key":         {"/act/good", map[string]string{"Impressionism-Token": ""}},
		"another origin": {"/act/good", map[string]string{"Origin": "http://evil.example"}},
		"another site":   {"/act/good", map[string]string{"Sec-Fetch-Site": "cross-site"}},
		"another action": {"/act/forget", nil}, "a command": {"/act/uninstall", nil}, "none": {"/act/", nil},
		"a flag for an item": {"/act/good", nil}, "no item": {"/act/bad", nil},
	} {
		form := "item=database-migrations&session=" + session
		switch name {
		case "a flag for an item":
			form = "item=--help&session=" + session
		case "no item":
			form = "session=" + session
		}
		if status, body := p.post(refused.path, form, refused.headers); status < 400 {
			t.Errorf("%s: %d: %s", name, status, body)
		}
	}
	for _, action := range pageActions {
		if status, body := p.post(action.path, action.form+"&session="+session, map[string]string{"Origin": p.origin, "Sec-Fetch-Site": "same-origin"}); status != http.StatusOK || !strings.Contains(body, "noted") {
			t.Errorf("%s: %d: %s", action.path, status, words(body))
		}
		off := action.path == "/act/off"
		if shown := strings.Contains(words(p.get("/v/live")), " · off"); shown != off {
			t.Errorf("after %s the session's being off is shown as %v", action.path, shown)
		}
		if chosen := p.get("/v/live?session=" + session); strings.Contains(chosen, "/act/on") != off || strings.Contains(chosen, "/act/off") == off {
			t.Errorf("after %s the button of the session is another: %.500s", action.path, words(chosen))
		}
	}
	envtest.Must(t, p.end())
	if said := string(p.command("status", "--skills", "--json")); !strings.Contains(said, `"bad": 1`) {
		t.Errorf("the verdict is not stored: %s", said)
	}
}

package ruleimport_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/ruleimport"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/sampletest"
)

func read(t testing.TB, text string) *ruleimport.File {
	t.Helper()
	file, err := ruleimport.Read("skill-rules.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// oneSkill is a file with one skill, s.
func oneSkill(t testing.TB, triggers string) string {
	t.Helper()
	return `{"skills": {"s": {"promptTriggers": ` + triggers + `}}}`
}

func encoded(t testing.TB, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// asked is what an imported ruleset activates at a prompt, and the fuel that it used.
func asked(t testing.TB, file *ruleimport.File, prompt string, touched ...string) (refs []string, fuel int64) {
	t.Helper()
	source := map[string]string{}
	for _, one := range file.Ruleset("acme/t", ruleimport.Scenes{}) {
		source[one.Name] = one.Text
	}
	var script recorded.Script
	for _, s := range file.Skills {
		script.Items = append(script.Items, abi.Item{Ref: abi.Skill(s.Name)})
	}
	host, err := recorded.New(script)
	if err != nil {
		t.Fatal(err)
	}
	budgets := abi.DefaultBudgets()
	program := abi.Program{ID: "acme/t", Name: "t.lua", Code: []byte(source["t.lua"]), Require: func(module string) (string, []byte, error) {
		return module + ".lua", []byte(source[module+".lua"]), nil
	}}
	guest, err := lua.NewCompiled().Start(program, abi.Sandbox{Budgets: budgets, Calls: abi.Calls, Invoke: func(call string, request []byte) []byte {
		return abi.Invoke(host, budgets, call, request)
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer guest.Close() //nolint:errcheck // nothing is left of it
	answer, err := guest.Evaluate(abi.Activation, []byte(encoded(t, abi.Context{ABI: abi.Version, HookEvent: abi.EventPrompt, UserPrompt: prompt, Touched: touched})))
	if err != nil {
		t.Fatal(err)
	}
	var entries []abi.Entry
	if err := json.Unmarshal(answer, &entries); err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		refs = append(refs, entry.Ref.ID)
	}
	return refs, guest.(abi.Metered).FuelUsed()
}

// Ensure that a keyword counts as words of its own, in every script, and in any case.
func TestKeywords(t *testing.T) {
	for _, c := range []struct {
		keyword, prompt string
		want            bool
	}{
		{"hack", "read Hacker News", false},
		{"hack", "a quick HACK.", true},
		{"hack", "life-hack", true},
		{"hack", "hack_day", false},
		{"hacker news", "the Hacker\n  News page", true},
		{"C++", "write it in c++, please", true},
		{"node.js", "a Node.js server", true},
		{"ci/cd", "our CI/CD is slow", true},
		{".py", "edit main.py", true},
		{".py", "set .python-version", false},
		{"/fix", "run /fix now", true},
		{"ŻÓŁW", "to jest żółw!", true},
		{"żółw", "żółwie", false},
		{"straße", "die Straße hinunter", true},
		{"ΟΔΟΣ", "η οδοσ", true},
		{"技能", "请创建技能文件", true},
		{"react", "用react写", true},
		{"테스트", "브라우저 테스트를 작성", true},
		{"дом", "дома", false},
		{"дом", "«дом»", true},
		{"كلمة", "كلمة، هنا", true},
		{"naïve", "a naïve way", true},
		{"na", "a naïve way", false},
		{"🦔 hedgehog", "a 🦔 hedgehog here", true},
		{"test", strings.Repeat("word ", 500) + "test", false}, // beyond the part that is read
	} {
		file := read(t, oneSkill(t, `{"keywords": [`+encoded(t, c.keyword)+`]}`))
		if got, _ := asked(t, file, c.prompt); (len(got) == 1) != c.want {
			t.Errorf("%q in %.60q: got %v, want %v", c.keyword, c.prompt, got, c.want)
		}
	}
}

// Ensure that every letter is one here and in the ruleset, so that scenarios and ruleset
// part words in the same places.
func TestLetters(t *testing.T) {
	file := read(t, oneSkill(t, `{"keywords": ["q"]}`))
	here := func(r rune) []string { return ruleimport.Decide(file, string(r)+"q") }
	edges := 0
	for r := rune('!'); r < 0x20000; r++ {
		if r == 0xD800 {
			r = 0xE000
		}
		if len(here(r)) == len(here(r-1)) {
			continue
		}
		edges++
		for _, one := range []rune{r - 1, r} {
			if got, _ := asked(t, file, string(one)+"q"); !slices.Equal(got, here(one)) {
				t.Errorf("%U: got %v, want %v", one, got, here(one))
			}
		}
	}
	if edges < 20 {
		t.Errorf("only %d edges between letters and others were looked at", edges)
	}
}

// Ensure that a pattern is met where RE2 meets it, in any case, and nowhere else: texts in
// their order and in one line, and automata at every place that they name.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, prompt string
		want            bool
	}{
		{"(create|add).*?(route|endpoint)", "please ADD one Endpoint", true},
		{"(create|add).*?(route|endpoint)", "the route to add", false},
		{"(create|add).*?(route|endpoint)", "add\nroute", false},
		{"(create|add).*?(route|endpoint)", "x\ny\nadd a route", true},
		{"(add|create add).*add it", "create add it", false},
		{"a(b|c)?d", "acd", true},
		{"colou?r|grau", "GRAU", true},
		{`\btable\b`, "2table", false},
		{`\btable\b`, "a table.", true},
		{`in\Bside`, "inside", true},
		{`\bin\B`, "in", false},
		{"^(commit|push)( it)?$", "push it", true},
		{"^(commit|push)( it)?$", "push it now", false},
		{"^(commit|push)( it)?$", "now push", false},
		{`(?m)^push$`, "a\npush\nb", true},
		{`(?m)^push$`, "a\npush b", false},
		{`one.{2,4}two`, "one é two", true},
		{`one.{2,4}two`, "one      two", false},
		{`multi[\s\S]*line`, "multi\n\nline", true},
		{`fa\u00e7ade`, "the FAÇADE", true},
		{`[к]от.+`, "Кот!", true},
		{`[к]от.+`, "Кот", false},
		{`\|\d`, "a|1", true},
		{`\Qa.b`, "a.B", true},
		{`\Qa.b`, "aXb", false},
		{`🦔[^a]`, "🦔🦔", true},
	} {
		file := read(t, oneSkill(t, `{"intentPatterns": [`+encoded(t, c.pattern)+`]}`))
		got, _ := asked(t, file, c.prompt)
		if here := ruleimport.Decide(file, c.prompt); (len(got) == 1) != c.want || (len(here) == 1) != c.want {
			t.Errorf("%q at %q: got %v, here %v, want %v", c.pattern, c.prompt, got, here, c.want)
		}
	}
}

// Ensure that what a file cannot bring is refused by name and line, and that the rest is
// taken over.
func TestRefused(t *testing.T) {
	data, err := os.ReadFile("testdata/automata.json")
	if err != nil {
		t.Fatal(err)
	}
	file, err := ruleimport.Read("automata.json", data)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range slices.Concat(file.Refused, file.Notes) {
		got = append(got, fmt.Sprintf("%d %s %s %s: %s", r.Line, r.Skill, r.Field, r.Text, r.Why))
	}
	for _, want := range []string{
		"26 refused promptTriggers.keywords 7: it is a number",
		"26 refused promptTriggers.keywords zerowidth: it has a character that nobody sees",
		"27 refused promptTriggers.intentPatterns (?<!not )done: it looks behind",
		"27 refused promptTriggers.intentPatterns (?>atom): it has an atomic group",
		`27 refused promptTriggers.intentPatterns (?P<n>x)\k<n>: it refers back`,
		"27 refused promptTriggers.intentPatterns .*: it is met by every prompt",
		"27 refused promptTriggers.intentPatterns [z-a]: invalid character class range",
		"30 odd promptTriggers.keywords one text: it is a text; a list of texts is wanted",
		"30 odd priority urgent: none of critical, high, medium and low; taken as medium",
	} {
		if !slices.ContainsFunc(got, func(one string) bool { return strings.HasPrefix(one, want) }) {
			t.Errorf("no %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	if names := ruleimport.Decide(file, "odd one"); !slices.Equal(names, []string{"odd"}) {
		t.Errorf("odd one: got %v", names)
	}
}

// Ensure that a file that cannot be read is refused with the place, and one that is too
// large with the limit.
func TestUnreadable(t *testing.T) {
	many := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }
	var skills, words []string
	for i := range ruleimport.SkillsMax + 1 {
		skills = append(skills, fmt.Sprintf(`"s%d": {"keywords": ["k"]}`, i))
	}
	for i := range ruleimport.TriggersMax + 1 {
		words = append(words, fmt.Sprintf(`"w%d"`, i))
	}
	var patterns []string
	for i := range ruleimport.PatternsMax {
		patterns = append(patterns, fmt.Sprintf(`"[^a]{90}%d"`, i))
	}
	var parts []string
	for i := 0; i < len(words); i += 100 {
		parts = append(parts, fmt.Sprintf(`"s%d": {"keywords": [%s]}`, i, strings.Join(words[i:min(i+100, len(words))], ",")))
	}
	for _, c := range []struct{ text, want string }{
		{"", "line 1, column 1: it ends before the JSON value does"},
		{"{\n  \"skills\": {\n    oops\n", "line 3, column 5: invalid character 'o'"},
		{"{} {}", "line 1, column 4: there is something after the JSON value"},
		{"[]", "an object with skills is wanted, not a list"},
		{`{"skills": 3}`, "line 1: skills is a number; an object or a list is wanted"},
		{`{}`, "it holds no triggers. Wanted is"},
		{`{"skills": {"a": {"intentPatterns": ["(?=x)"]}}}`, "none of it can be taken over; line 1, intentPatterns: it looks ahead"},
		{"\xff", "it is not UTF-8 text: save it as UTF-8"},
		{strings.Repeat("[", 100), "nested deeper than 64 levels"},
		{`{"skills": {"a": {"keywords": [` + many(ruleimport.KeywordsMax+1, `"k"`) + `]}}}`, "at most 200 are read: split the skill"},
		{`{"skills": {` + strings.Join(skills, ",") + `}}`, "more than 500 skills: import the file in parts"},
		{`{"skills": {` + strings.Join(parts, ",") + `}}`, "more than 4000 triggers: import the file in parts"},
		{`{"skills": {"a": {"keywords": ["k"], "contentPatterns": [` + many(ruleimport.RemarksMax+1, "1") + `]}}}`, "more than 1000 entries that cannot be taken over"},
		{`{"skills": {"a": {"intentPatterns": [` + strings.Join(patterns, ",") + `]}}}`, "KB of Lua, and 120 KB are what can be read"},
		{strings.Repeat(" ", ruleimport.FileBytesMax+1), "has more than 1048576 bytes"},
	} {
		_, err := ruleimport.Read("skill-rules.json", []byte(c.text))
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "skill-rules.json is not", "it is not"), c.want) {
			t.Errorf("%.60q: got %v, want %q", c.text, err, c.want)
		}
	}
}

// Ensure that what a few characters can make large is refused before it is: a pattern, and
// prompts at which many skills have a word inside a longer one.
func TestGreedy(t *testing.T) {
	text := oneSkill(t, `{"keywords": ["k"], "intentPatterns": ["`+strings.Repeat("x{1000}", 70)+`"]}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	refused := read(t, text).Refused
	runtime.ReadMemStats(&after)
	if len(refused) != 1 || refused[0].Why != "its automaton has more than 400 steps" || after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("got %+v, %d bytes were allocated", refused, after.TotalAlloc-before.TotalAlloc)
	}
	var skills []string
	for i := range 100 {
		skills = append(skills, fmt.Sprintf(`"s%d": {"keywords": ["a", %s]}`, i, encoded(t, fmt.Sprintf("xax%d", i))))
	}
	skills = append(skills, `"other": {"keywords": ["xbx"]}`)
	file := read(t, `{"skills": {`+strings.Join(skills, ",")+`}}`)
	if got := len(file.Scenes().Differences); got != 1000 {
		t.Errorf("got %d differences", got)
	}
}

// Ensure that the largest file that is imported, at a prompt that is full of its words,
// leaves a part of the fuel to others.
func TestFuel(t *testing.T) {
	var skills []string
	for i := range 65 {
		var keywords, patterns []string
		for k := range 20 {
			keywords = append(keywords, fmt.Sprintf("common word %d", i*20+k))
		}
		for k := range 4 {
			patterns = append(patterns, fmt.Sprintf(`word\s.*never\s.*q%d`, k), fmt.Sprintf("(common|add%d).*?(word|none%d).*?never%d", i, k, k))
		}
		skills = append(skills, fmt.Sprintf(`"skill-%d": {"promptTriggers": {"keywords": %s, "intentPatterns": %s}, "fileTriggers": {"pathPatterns": ["**/src/**/a*b*%d.ts"]}}`, i, encoded(t, keywords), encoded(t, patterns), i))
	}
	prompt := "q0 q1 q2 q3 never0 never1 never2 never3 " + strings.Repeat("common word é never\n", 3000)
	var touched []string
	for i := range 65 {
		touched = append(touched, strings.Repeat("src/", 50)+strings.Repeat("ab", 20)+fmt.Sprint(i))
	}
	file := read(t, `{"skills": {`+strings.Join(skills, ",")+`}}`)
	_, fuel := asked(t, file, prompt, touched...)
	t.Logf("fuel used: %d of %d", fuel, abi.DefaultBudgets().Fuel)
	if most := int64(abi.DefaultBudgets().Fuel) * 9 / 10; fuel > most {
		t.Errorf("got %d units, want at most %d", fuel, most)
	}
}

// Ensure that as many keywords as a file may have leave a part of the fuel to others, though
// all begin with one word that is in the prompt, and that the last of them is met.
func TestFuelOfKeywords(t *testing.T) {
	for _, form := range []string{"ab %d", "common word %d", "дом %d"} {
		var skills []string
		for i := range ruleimport.TriggersMax / 100 {
			var keywords []string
			for k := range 100 {
				keywords = append(keywords, fmt.Sprintf(form, 1000+i*100+k))
			}
			skills = append(skills, fmt.Sprintf(`"skill-%d": {"keywords": %s}`, i, encoded(t, keywords)))
		}
		file := read(t, `{"skills": {`+strings.Join(skills, ",")+`}}`)
		for _, prompt := range []string{fmt.Sprintf(form, 999+ruleimport.TriggersMax), "no, " + form[:len(form)-3] + " is common", strings.Repeat(form+" ", 150)} {
			got, fuel := asked(t, file, prompt)
			if want := ruleimport.Decide(file, prompt); !slices.Equal(got, want) {
				t.Errorf("%.60q: got %v, want %v", prompt, got, want)
			}
			if most := int64(abi.DefaultBudgets().Fuel) * 9 / 10; fuel > most {
				t.Errorf("%.60q: got %d units, want at most %d", prompt, fuel, most)
			}
		}
	}
	// Where they cost more than there is, the last ones are missed, and nothing fails.
	var keywords []string
	for k := range ruleimport.KeywordsMax {
		keywords = append(keywords, fmt.Sprintf("ab ошибка базы%d данных", k))
	}
	var skills []string
	for i := range 9 {
		skills = append(skills, fmt.Sprintf(`"skill-%d": {"keywords": %s}`, i, encoded(t, keywords)))
	}
	_, fuel := asked(t, read(t, `{"skills": {`+strings.Join(skills, ",")+`}}`), strings.Repeat("ab ", 700))
	if most := int64(abi.DefaultBudgets().Fuel) * 9 / 10; fuel > most {
		t.Errorf("got %d units, want at most %d", fuel, most)
	}
}

// plays ensures that the scenarios of an imported ruleset can be read, pass, and fit into what
// is read of a folder.
func plays(t *testing.T, file *ruleimport.File) {
	t.Helper()
	catalog, bytes, prompts := "", 0, 0
	scenes := file.Scenes()
	files := file.Ruleset("acme/t", scenes)
	for _, one := range files {
		bytes += len(one.Text)
		if one.Name == "catalog.yaml" {
			catalog = one.Text
		}
	}
	if len(files) > engine.FilesMax || bytes > 17<<20 {
		t.Errorf("%d files of %d bytes", len(files), bytes)
	}
	for _, one := range files {
		if !strings.HasPrefix(one.Name, "scenarios/") {
			continue
		}
		s, err := scenario.DecodeIn([]byte(one.Text), func(string) ([]byte, error) { return []byte(catalog), nil })
		if err != nil {
			t.Errorf("%s: %v", one.Name, err)
			continue
		}
		for _, event := range append([]scenario.Event{{Context: s.Context, Expect: s.Expect}}, s.Then...) {
			prompts++
			var want []string
			for _, entry := range event.Expect.Activate {
				want = append(want, entry.Ref.ID)
			}
			if prompts > 20 && prompts%97 > 0 {
				continue // it is as the others
			}
			if got, _ := asked(t, file, event.Context.UserPrompt, event.Context.Touched...); !slices.Equal(got, want) {
				t.Errorf("%s: %q, %q: got %v, want %v", one.Name, event.Context.UserPrompt, event.Context.Touched, got, want)
			}
		}
	}
	if prompts != scenes.Prompts {
		t.Errorf("%d prompts in the scenarios, want %d", prompts, scenes.Prompts)
	}
}

// Ensure that whatever a file's triggers are, the scenarios made of them pass: of paths that
// everything meets, and of patterns of characters that nobody sees.
func TestScenarios(t *testing.T) {
	for _, triggers := range []string{
		`"promptTriggers": {"keywords": ["a"]}, "fileTriggers": {"pathPatterns": ["**"]}`,
		`"promptTriggers": {"keywords": ["a"]}, "fileTriggers": {"pathPatterns": ["/"]}`,
		`"promptTriggers": {"keywords": ["a"]}, "fileTriggers": {"pathPatterns": ["**/", "*"]}`,
		`"promptTriggers": {"intentPatterns": ["[^\\x00-\\x7f]"]}`,
		`"promptTriggers": {"intentPatterns": ["[\\x80-\\x9f]x", "a\\x{feff}", "\\x{10ffff}", "\\x7f", "a\\tb\\n"]}`,
		`"promptTriggers": {"intentPatterns": ["[\\x{e000}-\\x{fffff}]", "\\P{L}\\p{Cf}"]}`,
	} {
		plays(t, read(t, `{"skills": {"s": {`+triggers+`}, "other": {"keywords": ["b"]}}}`))
	}
	file := read(t, oneSkill(t, `{"intentPatterns": ["[^\\x00-\\x7f]"]}`))
	if scenes := file.Scenes(); scenes.Prompts != 1 || len(scenes.Untested) != 0 {
		t.Errorf("got %+v", scenes)
	}
}

// Ensure that the largest files, of many skills, of long lists of names and of both, become
// folders that are read, one of them on each commit.
func TestManyScenarios(t *testing.T) {
	type size struct {
		skills, keywords int
		name, always     string
	}
	sizes := []size{
		{ruleimport.SkillsMax, 8, "s%d", ""},
		{64, 20, strings.Repeat("long-name-", 9) + "%d", `"context": {"inject": "always"}, `},
		{210, 7, strings.Repeat("long-name-", 9) + "%d", `"context": {"inject": "always"}, `},
	}
	for _, c := range sampletest.Some(sizes, 1, func(s size) string { return fmt.Sprint(s.skills) }) {
		var skills []string
		for i := range c.skills {
			var keywords []string
			for k := range c.keywords {
				keywords = append(keywords, fmt.Sprintf("k%dw%d", i, k))
			}
			skills = append(skills, fmt.Sprintf(`"%s": {%s"promptTriggers": {"keywords": %s}}`, fmt.Sprintf(c.name, i), c.always, encoded(t, keywords)))
		}
		plays(t, read(t, `{"skills": {`+strings.Join(skills, ",")+`}}`))
	}
}

// FuzzRead ensures that no file, whatever its bytes, makes the reader fail, and that what
// it takes over becomes a ruleset.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"testdata/*.json", "testdata/meta/*.json"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatal(pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 16<<10 {
			return
		}
		file, err := ruleimport.Read("dir/skill-rules.json", data)
		if err != nil {
			return
		}
		for _, r := range slices.Concat(file.Refused, file.Notes) {
			if r.Line < 1 || r.Why == "" {
				t.Errorf("%+v", r)
			}
		}
		for _, one := range file.Ruleset("acme/t", file.Scenes()) {
			if one.Name == "ruleset.json" {
				if _, err := abi.DecodeManifest([]byte(one.Text)); err != nil {
					t.Error(err)
				}
			}
		}
		asked(t, file, "hack the table")
	})
}

// FuzzPattern ensures that the ruleset meets a pattern where RE2 does, and nowhere else.
func FuzzPattern(f *testing.F) {
	for _, pattern := range []string{
		"(create|add).*?(route|endpoint)", `\b(fix|debug)\s+(this|the)?\s*bug\b`, "^(commit|push)( it)?$", `v?\d+\.\d+(\.\d+)?`, "(foo|bar)+baz",
		"one.{2,20}two", `multi[\s\S]*line`, "end.+", "[^a-z]{3}xyz", `a\Bb`, "(?m)^x$", "技.{0,2}能", "[кК]от|ПЁС", "a|b.*c|", "x*", "(a.*b|c)d", "µ.*é", "a||b", "\\|t\t", "k|[sſ]t",
	} {
		for _, prompt := range []string{"please add\na route, or create an endpoint", "fix the bug", "commit it", "V1.2", "foobarbaz", "one x two", "multi\nline", "end.", "123xyz", "ab", "q\nx\nz", "技x能", "КОТ и пёс", "a to c d", "Μ é É µ é"} {
			f.Add(pattern, prompt)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, prompt string) {
		if len(prompt) > 300 || len(pattern) > 60 || strings.ContainsRune(prompt, 'ſ') {
			return // ſ is an s for RE2 alone
		}
		file, err := ruleimport.Read("skill-rules.json", []byte(oneSkill(t, `{"intentPatterns": [`+encoded(t, pattern)+`]}`)))
		if err != nil {
			return
		}
		prompt = strings.ToValidUTF8(prompt, "?")
		want := ruleimport.Decide(file, prompt)
		if got, _ := asked(t, file, prompt); !slices.Equal(got, want) {
			t.Errorf("%q at %q: got %v, want %v", pattern, prompt, got, want)
		}
	})
}

// Ensure that paths are compared here as in the ruleset, and as people mean them.
func TestPaths(t *testing.T) {
	except := read(t, `{"skills": {"s": {"fileTriggers": {"pathPatterns": ["**/*.ts"], "pathExclusions": ["**/*.test.ts"]}}}}`)
	for path, want := range map[string]int{"a/b.ts": 1, "a/b.test.ts": 0} {
		if got, _ := asked(t, except, "go on", path); len(got) != want || len(ruleimport.Decide(except, "go on", path)) != want {
			t.Errorf("%s: got %v, want %d", path, got, want)
		}
	}
	for _, c := range []struct {
		glob, path string
		want       bool
	}{
		{"src/**/*.ts", "src/a.ts", true},
		{"src/**/*.ts", "src/x/y/a.ts", true},
		{"src/**/*.ts", "lib/src/a.ts", false},
		{"src/**/*.ts", "src/a.tsx", false},
		{"**/*Order.{ts,tsx}", "web/MyOrder.tsx", true},
		{"**/*Order.{ts,tsx}", "MyOrder.js", false},
		{"src/*", "src/a/b", false},
		{"docs/", "docs/a/b.md", true},
		{"./a*b*c", "a--b-b--c", true},
		{"a*b*c", "ab", false},
		{"**.md", "x/y.md", true},
		{"**/a/**/b/**/c", "x/a/a/b/a/b/c", true},
		{"**/a/**/b/**/c", "x/a/b/c/d", false},
		{"src/app/(app)/**/*.tsx", "src/app/(app)/p/x.tsx", true},
		{"*a*a*a*a*a*b", strings.Repeat("a", 240), false},
		{"**/x/**/x/**/y", strings.Repeat("x/", 120) + "z", false},
		{"*é.ts", "café.ts", true},
		{"*.ts", strings.Repeat("a", 250) + ".ts", false}, // longer than what is compared
	} {
		file := read(t, `{"skills": {"s": {"fileTriggers": {"pathPatterns": [`+encoded(t, c.glob)+`]}}}}`)
		got, _ := asked(t, file, "go on", c.path)
		if here := ruleimport.Decide(file, "go on", c.path); (len(got) == 1) != c.want || (len(here) == 1) != c.want {
			t.Errorf("%q at %.60q: got %v, here %v, want %v", c.glob, c.path, got, here, c.want)
		}
	}
}

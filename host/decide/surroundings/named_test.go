package surroundings

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// words are those for what the client lists.
var words = []string{"skill", "command"}

var items = []string{
	"ads", "co-marketing", "emails", "pdf-forms", "ruff-recursive-fix", "schema", "secrets-management",
	"team:code-review", "video", "deploy", "Release_Notes", "部署",
}

// Ensure that names count where they are meant as names, common words only with
// a mark, and that paths, branches and spellings of a subject are none.
func TestNamed(t *testing.T) {
	for prompt, want := range map[string]string{
		"use the pdf-forms skill":                         "pdf-forms",
		"Use PDF-Forms on this.":                          "pdf-forms",
		"run code-review on this":                         "team:code-review",
		"is team:code-review on?":                         "team:code-review",
		"take `pdf-forms` and fill it":                    "pdf-forms",
		"pdf-forms for the annex, then print":             "pdf-forms",
		"then do /deploy, and tell me":                    "deploy",
		"(/deploy)":                                       "deploy",
		"with the skill schema please: our page":          "schema",
		"is there something in the `emails` skill on it":  "emails",
		"we had a skill called secrets management":        "secrets-management",
		"the command named deploy failed":                 "deploy",
		"fix it with ruff-recursive-fix":                  "ruff-recursive-fix",
		"ruff-recursive-fix made it worse":                "ruff-recursive-fix",
		"try release_notes":                               "Release_Notes",
		"video skill and ads skill, both":                 "ads, video",
		"":                                                "",
		"find co-marketing partners for us":               "",
		"delete the branch feature/ruff-recursive-fix-2":  "",
		"open docs/pdf-forms.md":                          "",
		"run pdf-forms.py":                                "",
		"cat /etc/deploy/hosts":                           "",
		"the json schema changed":                         "",
		"`schema` should be optional":                     "",
		"put the ads at the end, deploy the video":        "",
		"his skills in video are great":                   "",
		"a skilled deploy":                                "",
		"my-pdf-forms-2":                                  "",
		"use the pdf-forms_old folder":                    "",
		"run pdf-forms/build.sh":                          "",
		"that skill video-2 is old":                       "",
		"über-ads skill":                                  "",
		"请执行 /deploy，然后告诉我结果":                             "deploy",
		"用/deploy部署":                                      "deploy",
		"好。用/deploy":                                      "deploy",
		"好，/deploy 吧":                                     "deploy",
		"修复构建/deploy 脚本":                                  "",
		"把 前端/video 目录删掉":                                 "",
		"ソース/schema を直す":                                  "",
		"测试/deploy的区别":                                    "",
		"查看构建/部署。":                                        "",
		"빌드/deploy":                                       "",
		"请用ruff-recursive-fix修复这些警告":                      "ruff-recursive-fix",
		"ruff-recursive-fixを実行":                           "ruff-recursive-fix",
		"run “/deploy” on staging":                        "deploy",
		"use the “pdf-forms” skill":                       "pdf-forms",
		"the skill ‘schema’, please":                      "schema",
		"请用「schema」skill":                                 "schema",
		"用部署":                                             "",
		"/部署":                                             "部署",
		"/部署环境":                                           "",
		"/deployé":                                        "",
		strings.Repeat("x ", namedBytesMax) + "ads skill": "",
	} {
		if got := strings.Join(Named(prompt, items, words), ", "); got != want {
			t.Errorf("%.60q: got %q, want %q", prompt, got, want)
		}
	}
}

// Ensure that any prompt and any id are answered, with ids that were given.
func FuzzNamed(f *testing.F) {
	f.Add("use the pdf-forms skill", "pdf-forms")
	f.Add("skill skill \xff`a`", "a")
	f.Add("İ /İ skill", "İ")
	f.Add("", ":")
	f.Fuzz(func(t *testing.T, prompt, id string) {
		got := Named(prompt, []string{"x", id}, words)
		if len(got) > 2 || slices.ContainsFunc(got, func(name string) bool { return name != "x" && name != id }) {
			t.Errorf("got %q", got)
		}
		if name := id[strings.LastIndexByte(id, ':')+1:]; name != "" && utf8.ValidString(name) && len(name) < 100 &&
			!strings.ContainsAny(name, " \t\n\r\v\f") && strings.ToLower(strings.ToUpper(name)) == name && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == "" {
			if !slices.Contains(Named("use the "+name+" skill", []string{id}, words), id) {
				t.Errorf("%q beside the word skill is not named", name)
			}
		}
	})
}

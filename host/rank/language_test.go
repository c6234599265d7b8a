package rank

import (
	"path/filepath"
	"testing"
)

// languages is the labelled slice of prompts in other languages than English.
const languages = "../eval/testdata/languages"

type languagePrompt struct {
	ID, Text, Family, Voice string
}

func languagePrompts(t testing.TB) []languagePrompt {
	t.Helper()
	rows := readLines[languagePrompt](t, filepath.Join(languages, "qrels.jsonl"))
	for i, query := range readLines[languagePrompt](t, filepath.Join(languages, "queries.jsonl")) {
		if rows[i].ID != query.ID {
			t.Fatalf("line %d is %s in one file, %s in the other", i, rows[i].ID, query.ID)
		}
		rows[i].Text = query.Text
	}
	return rows
}

// Ensure that a prompt's language is told by its own words, whatever it names,
// quotes or shows.
func TestForeign(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "ok": false, "docker compose up": false, "fix the login bug": false,
		"danke": true, "merci beaucoup": true, "gracias": true, "спасибо": true, "谢谢": true, "ありがとう": true, "고마워": true,
		"Terraform Modul für S3 Bucket mit Versionierung":                                     true,
		"configura el pipeline de CI en el servidor":                                          true,
		"ajoute un test dans le dossier src":                                                  true,
		"这个报错怎么解决？TypeError: Cannot read properties of undefined (reading 'map')":             true,
		"não consigo fazer o deploy da aplicação":                                             true,
		"the button should say 保存 instead of 提交":                                              false,
		"Can you tell me the meaning of \"ありがとう\" in Japanese?":                               false,
		"use LaTeX, QuTiP and SAELens in the paper":                                           false,
		"LaTeX QuTiP NaiveBayes":                                                              false,
		"GitHub merci":                                                                        true,
		"parse render compile deploy install build test lint format release tag push gracias": false,
		"café and résumé pages load slowly":                                                   false,
		"add vite config, NaN check, ca cert, der to pem, el-GR and de-DE to locales":         false,
		"im getting an error, it dont work":                                                   false,
	} {
		if got := Foreign(text); got != want {
			t.Errorf("%q: got %v want %v", text, got, want)
		}
	}
}

// Ensure that every prompt of the slice counts as foreign.
func TestForeignOnLanguages(t *testing.T) {
	rows := languagePrompts(t)
	if len(rows) < 7*24 {
		t.Fatalf("only %d prompts", len(rows))
	}
	for _, row := range rows {
		if !Foreign(Clean(row.Text)) {
			t.Errorf("%s is taken for English: %s", row.ID, row.Text)
		}
	}
}

// Ensure that hardly any English prompt counts as foreign: at most one in two
// hundred of each dev set, some of which are not English.
func TestForeignOnEnglish(t *testing.T) {
	sets, err := filepath.Glob(filepath.Join(shared(t, "eval", "dev"), "*", "queries.jsonl"))
	if err != nil || len(sets) < 5 {
		t.Fatalf("%d sets: %v", len(sets), err)
	}
	prompts, foreign := 0, 0
	for _, set := range sets {
		for _, row := range readLines[labelledPrompt](t, set) {
			prompts++
			if Foreign(Clean(row.Text)) {
				foreign++
				t.Logf("foreign: %q", row.Text)
			}
		}
	}
	t.Logf("%d of %d", foreign, prompts)
	if foreign*200 > prompts {
		t.Errorf("%d of %d English prompts count as foreign, want at most .5 %%", foreign, prompts)
	}
}

// Ensure that small talk is silent in every language and that no prompt with a
// need is: at most one in eight of a language's small talk says more than its
// chatter.
func TestSilentOnLanguages(t *testing.T) {
	type count struct{ talk, loud int }
	counts := map[string]count{}
	for _, row := range languagePrompts(t) {
		silent := NewQuery(Clean(row.Text)).content() <= 2
		c := counts[row.Voice]
		switch {
		case row.Family == "need" && silent:
			t.Errorf("%s is silent: %s", row.ID, row.Text)
		case row.Family == "small-talk":
			c.talk++
			if !silent {
				c.loud++
				t.Logf("%s says something: %s", row.ID, row.Text)
			}
		}
		counts[row.Voice] = c
	}
	for voice, c := range counts {
		if c.talk < 8 || c.loud*8 > c.talk {
			t.Errorf("%s: %d of %d prompts of small talk are not silent", voice, c.loud, c.talk)
		}
	}
}

// Ensure that content is counted in words, not in pairs of characters, and that
// what English prompts say is counted as it was.
func TestContent(t *testing.T) {
	for text, want := range map[string]int{
		"修复登录错误": 3, "修复错误": 2, "好的，继续吧": 0, "帮我部署应用": 2,
		"결제 오류 수정해 주세요": 3, "네 좋아요": 0, "서버 주소": 2,
		"ログイン エラーを直して": 3, "はい、お願いします": 0,
		"исправь ошибку входа": 3, "хорошо, продолжай": 0,
		"mach bitte weiter": 0, "die Tests laufen lassen": 2, "lösch den alten Branch": 3,
		"die process": 2, "sur la table": 1,
	} {
		if got := NewQuery(text).content(); got != want {
			t.Errorf("%q: got %d want %d", text, got, want)
		}
	}
}

var benchGerman = "Kannst du bitte die Größe der Tabelle ändern und danach den Dienst auf dem Server neu starten? "

func BenchmarkForeign(b *testing.B) {
	for name, text := range map[string]string{"English": benchSentence, "German": benchGerman, "Chinese": "帮我写一个 Helm chart，把这个服务部署到集群，values 要分测试和生产。"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Foreign(text)
			}
		})
	}
}

package language

import (
	"strings"
	"testing"
)

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

const (
	benchEnglish = "Refactor the GraphQL resolvers of the checkout service, then deploy 3 replicas to Kubernetes (see docs/howto.md). "
	benchGerman  = "Kannst du bitte die Größe der Tabelle ändern und danach den Dienst auf dem Server neu starten? "
)

func BenchmarkForeign(b *testing.B) {
	for name, text := range map[string]string{"English": benchEnglish, "German": benchGerman, "Chinese": "帮我写一个 Helm chart，把这个服务部署到集群，values 要分测试和生产。"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Foreign(text)
			}
		})
	}
}

// 64 KiB is the longest prompt that a host keeps.
func BenchmarkTerms64KiB(b *testing.B) {
	prompt := strings.Repeat(benchEnglish, (64<<10)/len(benchEnglish))
	b.SetBytes(int64(len(prompt)))
	for b.Loop() {
		Terms(prompt)
	}
}

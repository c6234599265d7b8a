package language

import (
	"os"
	"strings"
	"testing"
	"unicode"
)

// Ensure that each script has its words: Latin letters without marks, pairs of
// ideographs and of Hangul syllables, runs of kana and of other letters, in
// whatever width and form they come; and that no word of grammar is a term.
func TestTermsOfLanguages(t *testing.T) {
	for text, want := range map[string]string{
		"Größe ändern":               "gross andern",
		"GRÖSSE, Straßen, STRASSEN":  "gross strassen strassen",
		"müller naïve café":          "muller naiv cafe",
		"Œuvre, ĳs, Ægir, Þor, łódź": "oeuvr ijs aegir thor lodz",
		"Điện toán đám":              "dien toan dam",
		"ÜBERGröße":                  "uber gross ubergross",
		"時々、人々":                      "時々 人々",
		"ÜberGröße ÉcoleURL":         "uber gross ecol url ubergross ecoleurl",
		"C++é é++ à#":                "c++ e e++ a#",
		"Ｄｏｃｋｅｒ ２０２４ Ｃ＋＋ Ｇｒａｐｈ": "docker 2024 c++ graph",
		"ﬁle µs 1º": "file 1o",
		"Развёртывание приложений":     "развертыван приложен",
		"настройка сервера в Docker'е": "настройк сервер docker",
		"кластера кластеру кластеры":   "кластер кластер кластер",
		"длинн":           "длин",
		"数据库迁移":           "数据 据库 库迁 迁移",
		"部署 Terraform 模块": "部署 terraform 模块",
		"这个的时候，我们就是要":     "的时 时候",
		"库":               "库",
		"日本語のテスト":         "日本 本語 テスト",
		"サーバー設定を直してください":   "サーバー 設定 直",
		"ﾃﾞｰﾀﾍﾞｰｽ データ・ベース": "データベース データ ベース",
		"배포 자동화":      "배포 자동 동화",
		"도커를 설정해 주세요": "도커 커를 설정 정해 주세",
		"값":           "값",
		"ανάπτυξη λογισμικού ΟΔΟΣ": "αναπτυξη λογισμικου οδοσ",
		"ζ = Σ x": "x",
		"قاعدة البيانات أَحْمَد": "قاعدة البيانات احمد",
		"שָׁלוֹם עולם":           "שלום עולם",
		"हिन्दी परीक्षण":         "हिन्दी परीक्षण",
		"ทดสอบ ១២៣":              "ทดสอบ ១២៣",
		"1️⃣ ok 👍🏽 → ½ ™ ©":      "1 ok",
	} {
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("%q: got %q want %q", text, got, want)
		}
	}
}

// Ensure that composed and decomposed text have the same terms, for every letter
// of the blocks that testdata/forms.py lists.
func TestTermsOfUnicodeForms(t *testing.T) {
	data, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) != 6 {
		t.Fatalf("got %d blocks want 6", len(lines))
	}
	for _, line := range lines {
		one, other, _ := strings.Cut(line, "\t")
		composed, decomposed := strings.Fields(one), strings.Fields(other)
		if len(composed) != len(decomposed) || len(composed) < 10 {
			t.Fatalf("%d and %d words", len(composed), len(decomposed))
		}
		for i := range composed {
			got, want := strings.Join(Terms(decomposed[i]), " "), strings.Join(Terms(composed[i]), " ")
			if got != want {
				t.Errorf("%q decomposed: got %q want %q", composed[i], got, want)
			}
			if strings.HasPrefix(composed[i], "x") && !isASCII(want) {
				t.Errorf("%q: got %q, which is not folded", composed[i], want)
			}
		}
	}
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// Ensure that the inflected forms of a Russian noun or adjective are one term,
// and that different words stay apart.
func TestTermsOfRussianForms(t *testing.T) {
	for want, forms := range map[string]string{
		"сервер":      "сервер сервера серверу сервером сервере серверы серверов серверам серверами серверах",
		"развертыван": "развёртывание развертывания развертыванию развертыванием развертывании",
		"миграц":      "миграция миграции миграцию миграцией миграций миграциями миграциях",
		"тестов":      "тестовый тестовая тестовое тестовые тестового тестовому тестовой тестовую тестовых тестовыми",
		"баз":         "база базы базе базу базой базам базами базах",
		"данн":        "данные данных данным данными",
	} {
		for form := range strings.FieldsSeq(forms) {
			if got := strings.Join(Terms(form), " "); got != want {
				t.Errorf("%q: got %q want %q", form, got, want)
			}
		}
	}
	for _, pair := range [][2]string{{"порт", "портал"}, {"ось", "оса"}, {"код", "кодек"}, {"сеть", "сетка"}, {"тест", "текст"}} {
		if Terms(pair[0])[0] == Terms(pair[1])[0] {
			t.Errorf("%q and %q are one term", pair[0], pair[1])
		}
	}
}

// Ensure that in a text in another language its common words are left out, even
// those that are English words, and nothing else.
func TestForeignTerms(t *testing.T) {
	for text, want := range map[string]string{
		"kannst du bitte die Pipeline für Docker einrichten": "pipelin docker einrichten",
		"necesito que me montes el clúster de Kubernetes":    "mont cluster kubernet",
		"est-ce que tu peux m'écrire un test Jest":           "ecrir test jest",
		"пожалуйста, настрой мне Terraform":                  "настр terraform",
		"请帮我看一下 React 的问题":                                   "请帮 帮我 我看 看一 react 的问 问题",
	} {
		if got := strings.Join(ForeignTerms(text), " "); got != want {
			t.Errorf("%q: got %q want %q", text, got, want)
		}
	}
}

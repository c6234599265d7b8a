package rank

import "testing"

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

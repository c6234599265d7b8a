package adviser

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/opinion"
)

// find has the settings in force that a config.yaml has.
func find(t *testing.T, settings string, environ ...string) (Adviser, bool) {
	t.Helper()
	home := t.TempDir()
	envtest.WriteFile(t, filepath.Join(home, "config.yaml"), "opinion: {"+settings+"}\n")
	e, _, _ := envtest.WarmApp(append([]string{"HOME=" + home, "IMPRESSIONISM_HOME=" + home}, environ...), nil, 0)
	envtest.Must(t, e.Configure(""))
	if len(e.Loaded.Errors)+len(e.Loaded.Warnings) > 0 {
		t.Fatalf("%s: %v %v", settings, e.Loaded.Errors, e.Loaded.Warnings)
	}
	return Find(e)
}

// Ensure that a usual key goes to its own provider's API and nowhere else, that a named one
// goes where the settings say, and that a key which is wanted and absent is told by its
// variable's name.
func TestKeys(t *testing.T) {
	keys := []string{"ANTHROPIC_API_KEY=key-a", "OPENAI_API_KEY=key-o", "MINE= key-m\n"}
	for settings, want := range map[string]string{
		"provider: anthropic, model: m":                                                    "key-a",
		"provider: openai, model: m":                                                       "key-o",
		"provider: openai, model: m, url: https://api.openai.com/v1":                       "key-o",
		"provider: anthropic, model: m, url: https://elsewhere.example.com":                "",
		"provider: openai, model: m, url: http://127.0.0.1:11434/v1":                       "",
		"provider: openai, model: m, url: https://elsewhere.example.com/v1, key_env: MINE": "key-m",
		"provider: anthropic, model: m, key_env: MINE":                                     "key-m",
		"provider: openai, model: m, url: https://api.openai.com.example.com/v1":           "",
	} {
		a, wanted := find(t, settings, keys...)
		if !wanted || a.Config.Key != want || a.Skip != "" || a.Asker == nil {
			t.Errorf("%s: got key %q, skip %q, %v", settings, a.Config.Key, a.Skip, a.Why)
		}
	}
	a, wanted := find(t, "provider: anthropic, model: m", "ANTHROPIC_API_KEY= ")
	if !wanted || a.Skip != opinion.CauseNoKey || !strings.Contains(a.Why.Error(), "ANTHROPIC_API_KEY") || a.Asker != nil {
		t.Errorf("without a key: %+v", a)
	}
}

// Ensure that settings which cannot work ask nobody, and say what to change without telling
// a key.
func TestUnable(t *testing.T) {
	if a, wanted := find(t, "provider: none, model: m"); wanted {
		t.Errorf("off: %+v", a)
	}
	for settings, say := range map[string]string{
		"provider: anthropic": "opinion.model",
		"provider: openai, model: m, url: http://models.example.com": "opinion.url",
		"provider: client, model: m":                                 "PATH",
		"provider: anthropic, model: m, key_env: BROKEN":             "the key has characters",
	} {
		t.Setenv("PATH", t.TempDir())
		a, wanted := find(t, settings, "ANTHROPIC_API_KEY=key-a", "OPENAI_API_KEY=key-o", "BROKEN=key b")
		if !wanted || a.Skip != skipSettings || a.Why == nil || !strings.Contains(a.Why.Error(), say) || strings.Contains(a.Why.Error(), "key b") {
			t.Errorf("%s: skip %q, %v", settings, a.Skip, a.Why)
		}
	}
}

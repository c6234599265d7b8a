package wire

import (
	"errors"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Ensure that a prompt in English is embedded as it stands, by the one model, and that the
// other is not even opened; and that one in another language asks for it.
func TestAbroadLeavesEnglish(t *testing.T) {
	var a Abroad
	var embedded []string
	embed := a.reads(t.TempDir(), "all-MiniLM-L6-v2-skills", func(text string) ([]float32, error) {
		embedded = append(embedded, text)
		return []float32{1}, nil
	})
	english := []string{"", "fix the login bug", "The button should say 保存 instead of 提交, please change it", "TestÜberweisung fails with a timeout"}
	for _, text := range english {
		if vector, err := embed(text); err != nil || len(vector) != 1 {
			t.Errorf("%q: got %v, %v", text, vector, err)
		}
	}
	if !slices.Equal(embedded, english) {
		t.Errorf("embedded %q", embedded)
	}
	if a.embedder != nil {
		t.Error("the other model was opened")
	}
	_, err := embed("bitte repariere den Fehler beim Anmelden")
	if _, missing := errors.AsType[*onnx.NotInstalledError](err); !missing {
		t.Errorf("got %v", err)
	}
}

// Ensure that a model which could not be opened once is tried again, that it is let go, though
// prompts are being read, and that the next prompt opens it again.
func TestAbroadLetsGo(t *testing.T) {
	models := os.Getenv("IMPRESSIONISM_TEST_MODELS")
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	const foreign = "bitte repariere den Fehler beim Anmelden"
	var a Abroad
	read := func(dir string) error {
		_, err := a.reads(dir, defaultModel, func(string) ([]float32, error) { return []float32{1}, nil })(foreign)
		return err
	}
	if err := read(t.TempDir()); err == nil || a.embedder != nil {
		t.Fatalf("where there is none: %v", err)
	}
	for range 2 {
		if err := read(models); err != nil || a.embedder == nil {
			t.Fatalf("where there is one: %v", err)
		}
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() {
				if err := read(models); err != nil {
					t.Error(err)
				}
			})
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		readers.Wait()
		if err := errors.Join(a.Close(), a.Close()); err != nil || a.embedder != nil {
			t.Errorf("it was kept: %v", err)
		}
	}
}

// Ensure that a locale counts where its language is one that the model was trained on, in
// the order of POSIX.
func TestLocale(t *testing.T) {
	for want, variables := range map[string]map[string]string{
		"":            {},
		"de_DE.UTF-8": {"LANG": "de_DE.UTF-8"},
		"zh_CN":       {"LC_ALL": "zh_CN", "LANG": "en_US.UTF-8"},
		"ja":          {"LC_MESSAGES": "ja", "LANG": "C"},
	} {
		if got := locale(func(name string) string { return variables[name] }); got != want {
			t.Errorf("%v: got %q want %q", variables, got, want)
		}
	}
	for _, variables := range []map[string]string{
		{"LANG": "C"}, {"LANG": "en_GB.UTF-8"}, {"LC_ALL": "C", "LANG": "de_DE"}, {"LANG": "fi_FI"}, {"LANG": "POSIX"},
	} {
		if got := locale(func(name string) string { return variables[name] }); got != "" {
			t.Errorf("%v: got %q", variables, got)
		}
	}
}

// Ensure that some prompts in another language are a reason to offer the model for them,
// and a greeting is none.
func TestOften(t *testing.T) {
	for l, want := range map[Languages]bool{
		{Prompts: 0}: false, {Prompts: 10, Foreign: 2}: false, {Prompts: 200, Foreign: 5}: false,
		{Prompts: 3, Foreign: 3}: true, {Prompts: 200, Foreign: 20}: true,
	} {
		if got := l.Often(); got != want {
			t.Errorf("%+v: got %v", l, got)
		}
	}
}

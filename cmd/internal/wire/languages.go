package wire

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Languages are those that the user writes prompts in, as far as it shows.
type Languages struct {
	Prompts int    // the newest, at most promptsRead
	Foreign int    // of these, in another language than English
	Locale  string // of the environment, where it is of another language that the multilingual model knows; else empty
}

// promptsRead is how many stored prompts tell a user's languages.
const promptsRead = 200

// Of so many prompts, or more, one in foreignShare in another language than English is
// more than a quotation or a greeting.
const (
	foreignMin   = 3
	foreignShare = 10
)

// LanguagesOf reads the languages of the stored prompts and of the environment. A store of
// nil has no prompts.
func LanguagesOf(e *env.Env, store *session.Store) (Languages, error) {
	l := Languages{Locale: locale(e.Lookup)}
	if store == nil {
		return l, nil
	}
	texts, err := store.PromptTexts(promptsRead)
	l.Prompts = len(texts)
	for _, text := range texts {
		if language.Foreign(rank.Clean(text)) {
			l.Foreign++
		}
	}
	return l, err
}

// Often reports whether many of the prompts are in another language than English.
func (l Languages) Often() bool {
	return l.Foreign >= foreignMin && l.Foreign*foreignShare >= l.Prompts
}

// locales are the languages, besides English, that the multilingual model was trained on.
var locales = []string{"ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"}

// locale is the one that POSIX takes for messages, if its language is among locales.
func locale(lookup func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		value := lookup(name)
		if value == "" {
			continue
		}
		language, _, _ := strings.Cut(value, ".")
		language, _, _ = strings.Cut(language, "_")
		if slices.Contains(locales, strings.ToLower(language)) {
			return value
		}
		return ""
	}
	return ""
}

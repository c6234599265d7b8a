package listing

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// DefaultModel is whom the client asks where nobody has chosen.
const DefaultModel = "claude-opus-5-5"

// The windows that were measured: the client's listing took 8,000 characters with
// models of 200,000 tokens, 40,000 with the same asked for a million, and 30,000
// with models that have a million by themselves and another tokenizer.
const (
	tokensNarrow = 200_000
	tokensWide   = 1_000_000
	charsPerWide = 3 // a token of the later models
)

// narrowModel matches the names of models of 200,000 tokens. Every other name,
// those that the client does not know included, counts as a later model.
var narrowModel = regexp.MustCompile(`^claude-3-|-4-(0|5|6)\b|-4-20\d{6}`)

// wideSuffix asks for a million tokens.
const wideSuffix = "[1m]"

// WindowOf returns a model's window as the client counts it.
func WindowOf(model string, settings plugins.Settings) inspect.Window {
	name, asked := strings.CutSuffix(strings.ToLower(strings.TrimSpace(model)), wideSuffix)
	w := inspect.Window{Tokens: tokensWide, CharsPerToken: charsPerWide}
	if narrowModel.MatchString(name) {
		w = WindowTokens(tokensNarrow)
		if asked {
			w.Tokens = tokensWide
		}
	}
	if settings.NoMillion {
		w.Tokens = tokensNarrow
	}
	return w
}

// aliases are the client's short names of models.
var aliases = []string{"opus", "sonnet", "haiku", "opusplan", "default", "best"}

// IsModel reports whether a name looks like that of a model which the client knows.
// WindowOf answers for any name, as the client does.
func IsModel(name string) bool {
	name, _ = strings.CutSuffix(strings.ToLower(strings.TrimSpace(name)), wideSuffix)
	return strings.Contains(name, "claude-") || slices.Contains(aliases, name)
}

// WindowDefault is the context window, in tokens, where nothing is known: the
// narrowest.
const WindowDefault = tokensNarrow

// WindowTokens is a window of so many tokens where the model is not known.
func WindowTokens(tokens int) inspect.Window {
	return inspect.Window{Tokens: tokens, CharsPerToken: charsPerToken}
}

// charsPerToken is that of the models of 200,000 tokens.
const charsPerToken = 4

// defaultFraction is the client's share of the window for its listing.
const defaultFraction = 0.01

// Chars returns the characters that the client lets its listing take in a window.
func Chars(w inspect.Window, settings plugins.Settings) int {
	switch {
	case settings.ListingChars > 0:
		return settings.ListingChars
	case settings.ListingBudgetFraction > 0:
		return int(float64(w.Tokens*w.CharsPerToken) * settings.ListingBudgetFraction)
	}
	return int(float64(w.Tokens*w.CharsPerToken) * defaultFraction)
}

package setup

import (
	"fmt"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/rank/abroad"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// readsLanguages is what the model for other languages is for.
const readsLanguages = "prompts in English and 14 other languages are matched by meaning"

// readLanguages installs the model for other languages than English where it was asked for; else it
// offers that where the user's prompts or locale are a reason. It returns nothing where
// there is nothing to say.
func (s *setup) readLanguages() (string, error) {
	_, installed := wire.LanguagesInstalled(s.Env)
	name := wire.ModelName(s.Env)
	switch {
	case !s.languages && installed:
		return "", nil
	case !s.languages:
		return s.offer(), nil
	case installed:
		return "kept " + onnx.Multilingual + ": " + readsLanguages, nil
	case !abroad.Has(name):
		return "", fmt.Errorf("only with the model %s are prompts in other languages read by meaning, and %s is in use; see parameters.embedding_model in %s", onnx.ModelIDs[0], name, s.Paths.Config)
	case s.dry:
		return "would fetch " + onnx.Multilingual + " to " + s.Paths.Models, nil
	}
	report, err := installModel(s.Env, onnx.Multilingual, "")
	if err != nil {
		return "", fmt.Errorf("%w\n         prompts in other languages are matched by words meanwhile", err)
	}
	return fmt.Sprintf("installed %s in %s, %.0f MB: %s", report.Model, s.Paths.Models, textline.Megabytes(report.Bytes), readsLanguages), nil
}

// offer names the reason for the model for other languages and the way to it; empty: there
// is no reason.
func (s *setup) offer() string {
	seen := s.languagesSeen()
	reason := ""
	switch {
	case s.noModel || !abroad.Has(wire.ModelName(s.Env)):
		return ""
	case seen.Often():
		reason = fmt.Sprintf("%d of your last %d prompts are not in English", seen.Foreign, seen.Prompts)
	case seen.Prompts == 0 && seen.Locale != "":
		reason = "your locale is " + seen.Locale
	default:
		return ""
	}
	return reason + ", and the model knows English only; to add one for 14 others: impressionism setup --languages"
}

// languagesSeen are those of the stored prompts; what cannot be read tells nothing.
func (s *setup) languagesSeen() wire.Languages {
	if !env.Exists(s.Paths.StateDB) {
		seen, _ := wire.LanguagesOf(s.Env, nil)
		return seen
	}
	store, _, err := wire.OpenSessions(s.Env, env.CommandBusyWait, true)
	if err != nil {
		return wire.Languages{}
	}
	defer store.Close()
	seen, err := wire.LanguagesOf(s.Env, store)
	if err != nil {
		return wire.Languages{}
	}
	return seen
}

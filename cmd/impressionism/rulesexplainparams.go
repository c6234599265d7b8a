package main

import (
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/config"
)

// Where the value of a parameter is from, besides the layers of configuration.
const (
	fromManifest = "manifest"
	fromCode     = "code" // the ruleset names a value where it asks
)

// explainedParameters resolves as the engine does: what is set, for the ruleset
// or for all, then the manifest's default, then the code's.
func (a *app) explainedParameters(m abi.Manifest) []shape.ExplainedParameter {
	origins := map[string]config.Origin{}
	for _, origin := range a.loaded.Origins() {
		origins[origin.Key] = origin
	}
	names := slices.Collect(maps.Keys(m.Parameters))
	for name := range a.loaded.Rulesets[m.ID] {
		if _, declared := m.Parameters[name]; !declared {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	parameters := []shape.ExplainedParameter{}
	for _, name := range names {
		key := "rulesets." + m.ID + "." + name
		if _, own := a.loaded.Rulesets[m.ID][name]; !own {
			key = "parameters." + name
		}
		declared, known := m.Parameters[name]
		value, set := a.parameter(m.ID, name)
		if !set && !known {
			continue // a default of the configuration that this ruleset has no use for
		}
		p := explainedParameter(name, declared)
		p.Undeclared = !known
		if set {
			use(&p, origins[key], value, declared, known)
		}
		parameters = append(parameters, p)
	}
	return parameters
}

// explainedParameter is a parameter that nobody set.
func explainedParameter(name string, declared abi.Parameter) shape.ExplainedParameter {
	p := shape.ExplainedParameter{
		Name: name, Type: declared.Type, Value: declared.Default, From: fromManifest, Default: declared.Default,
		Minimum: declared.Minimum, Maximum: declared.Maximum, Enum: declared.Enum, Description: declared.Description,
	}
	if declared.Default == nil {
		p.From = fromCode
	}
	return p
}

// use takes what is set over, unless the manifest does not allow it.
func use(p *shape.ExplainedParameter, origin config.Origin, value any, declared abi.Parameter, known bool) {
	if known {
		if err := declared.Check(value); err != nil {
			p.Problem = placeText(origin) + ": " + err.Error()
			return
		}
	}
	p.Value, p.From, p.File, p.Line = value, origin.Layer, origin.File, origin.Line
}

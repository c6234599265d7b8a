// Package code is the kind of items that are places in a project's sources. They are searched in
// an index of their own and never listed, so that the kind stands beside the registry of kinds
// and not in it. It knows no store and no search.
package code

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// Kind is the kind of places: what is told of them, and how much. All places that one prompt
// brings are one line, which has paths, lines and symbols and nothing else of the sources.
var Kind = catalog.Kind{
	Name:   abi.KindCode,
	Once:   true,
	Budget: catalog.Budget{Items: 1, Together: placesMax, Beside: similarityMin},
	Lines: map[string]string{
		"code":           "Likely places: {{places}}",
		"code_lead_soft": "",
		"code_lead_firm": "",
		"code_load":      "",
	},
}

// placesMax is how many places one prompt is told.
const placesMax = 2

// similarityMin is the similarity from which on a place is told: a file that is named wrongly
// costs the model a search in the wrong one.
const similarityMin = .80

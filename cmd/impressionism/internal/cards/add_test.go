package cards

import (
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

// Ensure that a card which a person begins has what the description says the item is for,
// clause by clause, that it is a card whatever the description is, and that there is room
// for the person's own line.
func TestBeginning(t *testing.T) {
	authors := card.Card{Asks: []string{"ship it"}}
	for name, test := range map[string]struct {
		item catalog.Item
		want []string
	}{
		"clauses": {
			catalog.Item{Description: "Fill in PDF forms, and merge documents. Use when a form has to be signed; v2.3.0 of it.", WhenToUse: "Whenever a contract comes in"},
			[]string{"Fill in PDF forms", "merge documents", "Use when a form has to be signed", "v2.3.0 of it", "Whenever a contract comes in"},
		},
		"other scripts":  {catalog.Item{Description: "填写并签署各种类型的电子表格和合同文件。合并两个或者多个不同的文档成为一个文件"}, []string{"填写并签署各种类型的电子表格和合同文件", "合并两个或者多个不同的文档成为一个文件"}},
		"one word":       {catalog.Item{Name: "deploy", Description: "Deploy."}, []string{"deploy Deploy."}},
		"nothing":        {catalog.Item{Name: "deploy"}, []string{"deploy"}},
		"hardly a name":  {catalog.Item{Name: "d"}, nil},
		"its author's":   {catalog.Item{Name: "deploy", Description: "Deploy the shop.", Card: &authors}, authors.Asks},
		"hidden letters": {catalog.Item{Description: "Deploy\u202e the\x1b shop to the\n server"}, []string{"Deploy the shop to the server"}},
	} {
		got := beginning(test.item)
		if !slices.Equal(got.Asks, test.want) {
			t.Errorf("%s: got %q, want %q", name, got.Asks, test.want)
		}
		if _, err := got.Clean(); err != nil && len(test.want) > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	long := beginning(catalog.Item{Description: strings.Repeat("one clause of these is enough. ", 100) + strings.Repeat("x", 5000)})
	if len(long.Asks) > clausesMax {
		t.Errorf("got %d asks", len(long.Asks))
	}
}

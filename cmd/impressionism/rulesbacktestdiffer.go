package main

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/backtest"
)

func (a *app) printComparison(c backtest.Comparison, nameA, nameB string) {
	nameA, nameB = plain(nameA), plain(nameB)
	fmt.Fprintf(a.out, "\nThe same on %d of %s. Only %s spoke: %d; only %s: %d; both, not of the same items: %d; other decisions unheard: %d.\n",
		c.Same, count(c.Prompts, "prompt", "prompts"), nameA, c.OnlyA, nameB, c.OnlyB, c.Otherwise, c.Unheard)
	fmt.Fprintf(a.out, "What only one told was used after: %s %d, %s %d.\n", nameA, c.UsedA, nameB, c.UsedB)
	for _, d := range c.Examples {
		fmt.Fprintf(a.out, "\n  %s\n", momentWords(d.Moment))
		fmt.Fprintf(a.out, "    %s: %s\n", nameA, sideWords(d.ToldA, d.Decision.Activated.OnlyA, d.Decision.Deactivated.OnlyA))
		fmt.Fprintf(a.out, "    %s: %s\n", nameB, sideWords(d.ToldB, d.Decision.Activated.OnlyB, d.Decision.Deactivated.OnlyB))
		if len(d.Used) > 0 {
			fmt.Fprintf(a.out, "    used: %s\n", keyWords(d.Used))
		}
	}
	if rest := c.Prompts - c.Same - len(c.Examples); rest > 0 && len(c.Examples) > 0 {
		fmt.Fprintf(a.out, "\n… and %s more; see --examples\n", count(rest, "prompt", "prompts"))
	}
}

// sideWords tells what one of two made of a prompt.
func sideWords(told, activated, withdrawn []abi.Ref) string {
	parts := []string{"silent"}
	if len(told) > 0 {
		parts[0] = "told " + keyWords(told)
	}
	if unheard := backtest.Part(activated, told).OnlyA; len(unheard) > 0 {
		parts = append(parts, "alone activated "+keyWords(unheard))
	}
	if len(withdrawn) > 0 {
		parts = append(parts, "alone withdrew "+keyWords(withdrawn))
	}
	return strings.Join(parts, "; ")
}

func keyWords(keys []abi.Ref) string {
	ids := make([]string, len(keys))
	for i, key := range keys {
		ids[i] = plain(key.ID)
	}
	return strings.Join(ids, ", ")
}

package eval

import "strings"

// counted holds how often each term occurs, in the order of first appearance:
// sums in this order are the same to the last digit in every run.
type counted struct {
	terms  []string
	counts map[string]float64
	length float64
}

func (c *counted) add(text string, weight float64) {
	if c.counts == nil {
		c.counts = map[string]float64{}
	}
	for _, term := range terms(text) {
		if _, known := c.counts[term]; !known {
			c.terms = append(c.terms, term)
		}
		c.counts[term] += weight
		c.length += weight
	}
}

// weights are how often each term of a field counts.
type weights struct{ name, description, keywords, body float64 }

func (w weights) count(item Item) counted {
	c := counted{}
	for _, field := range []struct {
		text   string
		weight float64
	}{{item.Name, w.name}, {item.Description, w.description}, {strings.Join(item.Keywords, " , "), w.keywords}, {item.Body, w.body}} {
		if field.weight > 0 {
			c.add(field.text, field.weight)
		}
	}
	return c
}

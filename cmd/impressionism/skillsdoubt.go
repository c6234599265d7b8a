package main

import (
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/stats"
)

// doubt orders prompts for a look at their meaning: those that words leave
// contested, then those of the items that are most like another.
func (c *collision) doubt(prompts []contested) ([]float64, error) {
	near, err := c.near()
	if err != nil {
		return nil, err
	}
	nearest := map[string]float64{}
	for _, n := range near {
		nearest[n.A], nearest[n.B] = max(nearest[n.A], n.Cosine), max(nearest[n.B], n.Cosine)
	}
	doubt := make([]float64, len(prompts))
	for i, p := range prompts {
		doubt[i] = nearest[p.Owner]
		for _, contest := range p.contests {
			if c.name == "" || contest.First == c.name || contest.Second == c.name {
				doubt[i] += 2
				break
			}
		}
		if c.name != "" && p.Owner == c.name {
			doubt[i] += 4
		}
	}
	return doubt, nil
}

// nearestMax bounds the items of which all are compared with all.
const nearestMax = 2000

// near compares the stored descriptions of all items, or where one item matters,
// with that one; empty where nothing is embedded.
func (c *collision) near() ([]probe.Likeness, error) {
	if c.known != nil {
		return c.known, nil
	}
	var ids []string
	var vectors [][]float32
	for _, item := range c.items {
		vector, err := c.head(item.ID)
		if err != nil {
			return nil, err
		}
		if vector != nil && len(ids) < nearestMax {
			ids, vectors = append(ids, item.ID), append(vectors, vector)
		}
	}
	c.known = []probe.Likeness{}
	for i, a := range ids {
		for j, b := range ids[:i] {
			if c.name == "" || a == c.name || b == c.name {
				c.known = append(c.known, probe.Likeness{A: min(a, b), B: max(a, b), Cosine: stats.Dot(vectors[i], vectors[j])})
			}
		}
	}
	return c.known, nil
}

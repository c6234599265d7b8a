package meter

import "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"

// graph is who may call whom. The last node stands for the table: who calls
// through it may reach every function that an element segment names.
type graph struct {
	calls  [][]uint32 // by own function; imported functions call nobody
	order  []int      // of discovery; 0: not seen
	low    []int
	open   []uint32
	isOpen []bool
	clock  int
	group  func(members []uint32)
}

// newGraph leaves imported functions out: a host function never calls back.
func newGraph(m *binary.Module, functions []function) *graph {
	imported := uint32(m.Imported(binary.KindFunction))
	table := uint32(len(functions))
	g := &graph{
		calls: make([][]uint32, len(functions)+1), order: make([]int, len(functions)+1),
		low: make([]int, len(functions)+1), isOpen: make([]bool, len(functions)+1),
	}
	for i := range functions {
		own := functions[i].calls[:0:0]
		for _, called := range functions[i].calls {
			if called >= imported {
				own = append(own, called-imported)
			}
		}
		if functions[i].indirect {
			own = append(own, table)
		}
		g.calls[i] = own
	}
	add := func(function uint32) {
		if function >= imported {
			g.calls[table] = append(g.calls[table], function-imported)
		}
	}
	for _, element := range m.Elements {
		for _, function := range element.Functions {
			add(function)
		}
		for _, expression := range element.Expressions {
			if function, is := expression.Index(binary.OpRefFunc); is {
				add(function)
			}
		}
	}
	return g
}

// visit gives groups of nodes that can reach each other, callees before their
// callers. Tarjan, "Depth-first search and linear graph algorithms" (1972), with
// a stack of its own: call chains are as long as an attacker likes.
func (g *graph) visit(group func(members []uint32)) {
	g.group = group
	type step struct {
		node uint32
		next int
	}
	var steps []step
	for start := range g.calls {
		if g.order[start] != 0 {
			continue
		}
		g.enter(uint32(start))
		steps = append(steps[:0], step{node: uint32(start)})
		for len(steps) > 0 {
			top := &steps[len(steps)-1]
			if top.next == len(g.calls[top.node]) {
				node := top.node
				steps = steps[:len(steps)-1]
				g.leave(node)
				if len(steps) > 0 {
					caller := steps[len(steps)-1].node
					g.low[caller] = min(g.low[caller], g.low[node])
				}
				continue
			}
			called := g.calls[top.node][top.next]
			top.next++
			switch {
			case g.order[called] == 0:
				g.enter(called)
				steps = append(steps, step{node: called})
			case g.isOpen[called]:
				g.low[top.node] = min(g.low[top.node], g.order[called])
			}
		}
	}
}

func (g *graph) enter(node uint32) {
	g.clock++
	g.order[node], g.low[node] = g.clock, g.clock
	g.open = append(g.open, node)
	g.isOpen[node] = true
}

// leave gives a group once its first node is done.
func (g *graph) leave(node uint32) {
	if g.low[node] != g.order[node] {
		return
	}
	first := len(g.open) - 1
	for g.open[first] != node {
		first--
	}
	for _, member := range g.open[first:] {
		g.isOpen[member] = false
	}
	g.group(g.open[first:])
	g.open = g.open[:first]
}

package config

// node is a value as a file has it, free of any file format.
type node struct {
	line, column int
	// One of the three; all nil: nothing was given.
	scalar any    // string, bool, int64, float64
	text   string // of a scalar in a file, as it is written there
	list   []node
	table  []entry
	kind   nodeKind
}

type entry struct {
	key          string
	line, column int
	value        node
}

type nodeKind int

const (
	nullNode nodeKind = iota
	scalarNode
	listNode
	tableNode
)

// plain returns a node as maps, lists and scalars.
func (n node) plain() any {
	switch n.kind {
	case listNode:
		list := make([]any, 0, len(n.list))
		for _, item := range n.list {
			list = append(list, item.plain())
		}
		return list
	case tableNode:
		table := make(map[string]any, len(n.table))
		for _, e := range n.table {
			table[e.key] = e.value.plain()
		}
		return table
	}
	return n.scalar
}

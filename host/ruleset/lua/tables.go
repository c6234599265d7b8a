package lua

import (
	"sort"
	"strings"

	vm "github.com/yuin/gopher-lua"
)

var tableLibrary = map[string]builtin{
	"concat": tableConcat, "insert": tableInsert, "remove": tableRemove,
	"sort": tableSort, "maxn": tableMax,
}

func tableConcat(c call) int {
	list := c.list(1)
	separator := ""
	if c.has(2) {
		separator = c.text(2)
	}
	first, last := c.integerOr(3, 1), c.integerOr(4, 0)
	if !c.has(4) {
		last = c.g.border(list)
	}
	total := 0
	var parts []string
	for i := first; i <= last; i++ {
		value := list.RawGet(vm.LNumber(i))
		if !vm.LVCanConvToString(value) {
			c.L.RaiseError("invalid value (%s) at index %d in table for concat", value.Type().String(), i)
		}
		c.g.work(2)
		c.floats(value)
		c.g.hold(slotBytes)
		parts = append(parts, asText(value))
		total += len(parts[len(parts)-1]) + len(separator)
		if int64(total) > c.g.memory {
			break
		}
	}
	c.g.text(total)
	return c.giveText(strings.Join(parts, separator))
}

func tableInsert(c call) int {
	list := c.editable(1)
	end := c.g.border(list) + 1
	switch c.L.GetTop() {
	case 2:
		c.g.set(c.L, list, vm.LNumber(end), c.L.Get(2))
		return 0
	case 3:
	default:
		c.L.RaiseError("wrong number of arguments to 'insert'")
	}
	position, value := c.integer(2), c.L.Get(3)
	if position < 1 {
		c.bad(2, "position out of bounds")
	}
	c.g.work(max(0, end-position) / 2)
	if position < end {
		c.g.grow(list, vm.LNumber(end), value)
	}
	for i := end; i > position; i-- {
		list.RawSetInt(i, list.RawGetInt(i-1))
	}
	c.g.set(c.L, list, vm.LNumber(position), value)
	return 0
}

func tableRemove(c call) int {
	list := c.editable(1)
	end := c.g.border(list)
	position := c.integerOr(2, end)
	if end == 0 || position < 1 || position > end {
		return 0
	}
	removed := list.RawGetInt(position)
	c.g.work((end - position) / 2)
	for i := position; i < end; i++ {
		list.RawSetInt(i, list.RawGetInt(i+1))
	}
	list.RawSetInt(end, vm.LNil)
	return c.give(removed)
}

// tableMax is the largest number that is a key.
func tableMax(c call) int {
	largest := 0.0
	for _, key := range c.g.keys(c.list(1)) {
		if n, ok := key.(vm.LNumber); ok {
			largest = max(largest, float64(n))
		}
	}
	return c.giveNumber(largest)
}

// tableSort is stable, so that the order of equals does not hang on the
// algorithm.
func tableSort(c call) int {
	list := c.editable(1)
	order := &sorter{call: c, values: make([]vm.LValue, 0)}
	if c.has(2) {
		order.less = c.function(2)
	}
	count := c.g.border(list)
	c.g.hold(16 * count)
	c.g.work(2 * count)
	order.values = make([]vm.LValue, count)
	for i := range order.values {
		order.values[i] = list.RawGetInt(i + 1)
	}
	sort.Stable(order)
	for i, value := range order.values {
		list.RawSetInt(i+1, value)
	}
	return 0
}

type sorter struct {
	call
	less   *vm.LFunction
	values []vm.LValue
}

func (s *sorter) Len() int { return len(s.values) }

func (s *sorter) Swap(i, j int) {
	s.g.work(1)
	s.values[i], s.values[j] = s.values[j], s.values[i]
}

func (s *sorter) Less(i, j int) bool {
	a, b := s.values[i], s.values[j]
	s.g.work(2)
	if s.less != nil {
		return vm.LVAsBool(s.call.call(s.less, a, b))
	}
	if text, ok := a.(vm.LString); ok {
		s.g.ordered(text)
	}
	return s.L.LessThan(a, b)
}

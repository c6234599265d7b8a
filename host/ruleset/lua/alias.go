package lua

import (
	"slices"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// Alias is a host call under the name by which the module's first description has
// it, with the fields and replies of that description: items there have an id and a
// kind, candidates a skill. See RATIONALE.md, "Why is an item named by kind and id
// together?".
type Alias struct {
	Name  string
	Call  string   // a row of abi.Calls
	Args  []string // fields of its request, in the order of positional arguments
	Needs int      // so many of Args are required
}

// Aliases lists them.
var Aliases = []Alias{
	{"get_recent_messages", "messages", []string{"session_id", "count"}, 2},
	{"get_recent_tool_use", "tool_uses", []string{"session_id", "count"}, 2},
	{"get_active_skills", "active", []string{"session_id", "kinds"}, 0},
	{"get_all_skills", "items", []string{"kinds", "offset", "limit"}, 0},
	{"search_skills", "search", []string{"query_text", "limit", "background_text", "kinds"}, 2},
	{"search_skills_by_embedding", "search", []string{"embedding", "limit", "kinds"}, 2},
	{"embed_text", "embed", []string{"text"}, 1},
	{"cosine_similarity", "similarities", []string{"a", "b"}, 2},
	{"get_param", "param", []string{"name", "default"}, 1},
	{"get_session", "session", nil, 0},
}

// CallOf returns the name of the host call that a function of the module makes:
// of an alias its call, else the name itself.
func CallOf(name string) string {
	for _, alias := range Aliases {
		if alias.Name == name {
			return alias.Call
		}
	}
	return name
}

// aliasCall makes the call of an alias: the request's fields get the call's names,
// and the reply those of the alias.
func (c call) aliasCall(alias Alias, row abi.Call) int {
	request := c.request(alias.Name, alias.Args)
	take := func(field string) vm.LValue {
		value := request.RawGetString(field)
		request.RawSetString(field, vm.LNil)
		return value
	}
	if id := take("session_id"); id != vm.LNil && id != c.g.session {
		c.raiseFault(&abi.Fault{Code: abi.NotAllowed, Message: alias.Name + ": only the current session may be read"})
	}
	for _, renamed := range [][2]string{{"query_text", "text"}, {"background_text", "background"}} { // in order: a request has one text
		if value := take(renamed[0]); value != vm.LNil {
			request.RawSetString(renamed[1], value)
		}
	}
	if alias.Name != "cosine_similarity" {
		return c.give(c.g.described(c.answer(row, request), 0))
	}
	others := c.L.CreateTable(1, 0)
	others.RawSetInt(1, take("b"))
	request.RawSetString("bs", others)
	cosines, ok := c.answer(row, request).(*vm.LTable)
	if !ok {
		return c.give(vm.LNil)
	}
	return c.give(cosines.RawGetInt(1))
}

// described adds id and kind to every item in a reply, and a skill to every candidate.
func (g *guest) described(value vm.LValue, depth int) vm.LValue {
	table, ok := value.(*vm.LTable)
	if !ok || depth > 2 {
		return value
	}
	for i := 1; i <= g.border(table); i++ {
		g.described(table.RawGetInt(i), depth+1)
	}
	if ref, err := abi.ParseRef(table.RawGetString("ref").String()); err == nil {
		g.hold(2 * fieldBytes)
		table.RawSetString("id", vm.LString(ref.ID))
		table.RawSetString("kind", vm.LString(ref.Kind))
	}
	if item := table.RawGetString("item"); item != vm.LNil {
		g.hold(fieldBytes)
		table.RawSetString("skill", g.described(item, depth+1))
	}
	return table
}

// referred gives every entry of an answer that names a skill by its id the skill's
// ref instead. From an entry of the context it takes what enterSession gave it.
func (g *guest) referred(answer vm.LValue) {
	list, ok := answer.(*vm.LTable)
	if !ok {
		return
	}
	for i := 1; i <= g.border(list); i++ {
		entry, ok := list.RawGetInt(i).(*vm.LTable)
		if !ok {
			continue
		}
		ref, err := abi.ParseRef(entry.RawGetString("ref").String())
		if err == nil && entry.RawGetString("id") == vm.LString(ref.ID) && entry.RawGetString("kind") == vm.LString(ref.Kind) {
			for _, field := range []string{"id", "kind", "skill_id"} {
				entry.RawSetString(field, vm.LNil)
			}
			continue
		}
		id, named := entry.RawGetString("skill_id").(vm.LString)
		kind, given := entry.RawGetString("kind").(vm.LString)
		if !named || entry.RawGetString("ref") != vm.LNil {
			continue
		}
		if !given {
			kind = abi.KindSkill
		}
		entry.RawSetString("ref", vm.LString(abi.Ref{Kind: string(kind), ID: string(id)}.String()))
		entry.RawSetString("skill_id", vm.LNil)
		entry.RawSetString("kind", vm.LNil)
	}
}

// enterSession keeps the session of a context, and gives its entries the fields of
// the module's first description.
func (g *guest) enterSession(context vm.LValue) {
	g.session = vm.LNil
	table, ok := context.(*vm.LTable)
	if !ok {
		return
	}
	g.session = table.RawGetString("session_id")
	entries, ok := table.RawGetString("activated").(*vm.LTable)
	if !ok {
		return
	}
	g.described(entries, 0)
	for i := 1; i <= g.border(entries); i++ {
		if entry, ok := entries.RawGetInt(i).(*vm.LTable); ok {
			g.hold(fieldBytes)
			entry.RawSetString("skill_id", entry.RawGetString("id"))
		}
	}
}

// undescribed returns a copy of a context whose entries lack what enterSession gave
// them, since evaluate takes a context of the contract.
func (g *guest) undescribed(context *vm.LTable) vm.LValue {
	entries, ok := context.RawGetString("activated").(*vm.LTable)
	if !ok {
		return context
	}
	list := g.state.CreateTable(g.border(entries), 0)
	for i := 1; i <= g.border(entries); i++ {
		entry := entries.RawGetInt(i)
		if table, ok := entry.(*vm.LTable); ok && table.RawGetString("ref") != vm.LNil {
			entry = g.copied(table, "id", "kind", "skill_id")
		}
		g.hold(slotBytes)
		list.Append(entry)
	}
	g.arrays(g.border(list))
	context = g.copied(context)
	context.RawSetString("activated", list)
	g.referred(list)
	return context
}

// copied returns a table with the fields of another but for some.
func (g *guest) copied(table *vm.LTable, without ...string) *vm.LTable {
	fields := g.state.CreateTable(0, smallTableHint)
	for _, key := range g.keys(table) {
		if !slices.Contains(without, key.String()) {
			g.hold(fieldBytes)
			fields.RawSet(key, table.RawGet(key))
		}
	}
	return fields
}

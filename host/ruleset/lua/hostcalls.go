package lua

import (
	"encoding/json"
	"fmt"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

const (
	hostCallUnits  = 200
	pagesMax       = 100 // of one list that items puts together
	requestBytes   = 1 << 20
	replyBytesMax  = 16 << 20
	pageItemsField = "items"
)

// openHostCalls makes the module "impressionism": a function for each row of
// abi.Calls. Those that the sandbox does not link exist too, to say why not.
func (g *guest) openHostCalls() {
	module := g.state.CreateTable(0, len(abi.Calls)+len(Aliases))
	for _, row := range abi.Calls {
		module.RawSetString(row.Name, g.refusal(row.Name))
	}
	for _, alias := range Aliases {
		module.RawSetString(alias.Name, g.refusal(alias.Name))
	}
	for _, row := range g.sandbox.Calls {
		module.RawSetString(row.Name, g.builtin(row.Name, func(c call) int {
			request := c.request(row.Name, row.Args)
			if context, ok := request.RawGetString("context").(*vm.LTable); ok {
				request.RawSetString("context", c.g.undescribed(context))
			}
			return c.give(c.answer(row, request))
		}))
		for _, alias := range Aliases {
			if alias.Call == row.Name {
				module.RawSetString(alias.Name, g.builtin(alias.Name, func(c call) int { return c.aliasCall(alias, row) }))
			}
		}
	}
	g.hostModule = g.sealed(moduleName, module)
	g.faults = g.faultMeta()
	g.embeddings = g.newEmbeddings()
}

// refusal is a call that the manifest does not list.
func (g *guest) refusal(name string) *vm.LFunction {
	return g.builtin(name, func(c call) int {
		c.raiseFault(&abi.Fault{Code: abi.NotAllowed, Message: CallOf(name) + " is not in this ruleset's calls"})
		return 0
	})
}

// answer makes one call; of a page it returns the items.
func (c call) answer(row abi.Call, request *vm.LTable) vm.LValue {
	if row.Reply == pageType && !hasField(request, "limit") {
		return c.allPages(row, request)
	}
	value := c.g.invoke(c, row, request)
	if row.Reply == pageType {
		value = itemsOf(value)
	}
	return value
}

// allPages asks for page after page, since in Lua a list is simply a list.
func (c call) allPages(row abi.Call, request *vm.LTable) vm.LValue {
	all := c.L.CreateTable(0, 0)
	offset := 0
	if first, ok := request.RawGetString("offset").(vm.LNumber); ok {
		offset = toInteger(float64(first))
	}
	for range pagesMax {
		request.RawSetString("offset", vm.LNumber(offset+c.g.border(all)))
		page := c.g.invoke(c, row, request)
		items := itemsOf(page)
		for i := 1; i <= c.g.border(items); i++ {
			c.g.hold(slotBytes)
			all.Append(items.RawGetInt(i))
		}
		if c.g.border(items) == 0 || page.(*vm.LTable).RawGetString("truncated") != vm.LTrue {
			break
		}
	}
	c.g.arrays(c.g.border(all))
	return all
}

func itemsOf(page vm.LValue) *vm.LTable {
	if table, ok := page.(*vm.LTable); ok {
		if items, ok := table.RawGetString(pageItemsField).(*vm.LTable); ok {
			return items
		}
	}
	return &vm.LTable{Metatable: vm.LNil}
}

func hasField(request *vm.LTable, name string) bool {
	return request.RawGetString(name) != vm.LNil
}

// request reads the arguments: by position, or as one table with named fields.
func (c call) request(name string, args []string) *vm.LTable {
	count := c.L.GetTop()
	if named, ok := c.L.Get(1).(*vm.LTable); ok && count == 1 && c.g.isRequest(named) {
		request := c.L.CreateTable(0, smallTableHint)
		for _, key := range c.g.keys(named) {
			request.RawSet(key, named.RawGet(key))
		}
		return request
	}
	request := c.L.CreateTable(0, smallTableHint)
	for i := 1; i <= count; i++ {
		value := c.L.Get(i)
		if value == vm.LNil {
			continue
		}
		if i > len(args) {
			c.raiseFault(&abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf("%s takes at most %d arguments", name, len(args))})
		}
		request.RawSetString(args[i-1], value)
	}
	return request
}

// isRequest tells a table of named fields from a list and from an embedding.
func (g *guest) isRequest(table *vm.LTable) bool {
	_, embedding := g.embeddings.byTable[table]
	return !embedding && table.RawGetInt(1) == vm.LNil
}

// invoke passes a request through the sandbox's door and decodes the reply.
func (g *guest) invoke(c call, row abi.Call, request *vm.LTable) vm.LValue {
	g.work(hostCallUnits)
	if g.hostCalls++; g.hostCalls > g.sandbox.Budgets.HostCalls {
		g.exhaust("host_calls", fmt.Sprintf("more than %d", g.sandbox.Budgets.HostCalls))
	}
	encoded := c.encodeRequest(row, request)
	g.hold(len(encoded))
	g.work(max(0, len(encoded)-askedBytesFree) / askedBytesPerUnit)
	reply := g.sandbox.Invoke(row.Name, encoded)
	if g.stop.Load() {
		g.halt()
	}
	if len(reply) > replyBytesMax {
		c.raiseFault(&abi.Fault{Code: abi.Internal, Message: fmt.Sprintf("the reply to %s has %d bytes", row.Name, len(reply))})
	}
	g.hold(2 * len(reply))
	var parts abi.Reply
	if err := json.Unmarshal(reply, &parts); err != nil {
		c.raiseFault(&abi.Fault{Code: abi.Internal, Message: "the reply to " + row.Name + " is no JSON"})
	}
	if parts.Error != nil {
		c.raiseFault(parts.Error)
	}
	if len(parts.OK) == 0 {
		return vm.LNil
	}
	known, ok := g.shapes[row.Name]
	if !ok {
		known = shapeOf(row.Reply)
		g.shapes[row.Name] = known
	}
	value, err := g.decodeValid(parts.OK, known)
	if err != nil {
		c.raiseFault(&abi.Fault{Code: abi.Internal, Message: fmt.Sprintf("the reply to %s: %v", row.Name, err)})
	}
	return value
}

func (c call) encodeRequest(row abi.Call, request *vm.LTable) []byte {
	e := encoder{g: c.g, limit: requestBytes}
	e.write("{")
	for i, key := range c.g.keys(request) {
		name := key.String()
		if key.Type() != vm.LTString {
			e.fail("a request has named fields only")
			break
		}
		if i > 0 {
			e.write(",")
		}
		e.text(name)
		e.write(":")
		e.at = []string{"." + cut.BytesEllipsis(name, 40)}
		e.value(request.RawGet(key), wantsObject(row.Request, name))
		if e.ended() {
			break
		}
	}
	e.write("}")
	switch {
	case e.failed != "":
		c.raiseFault(&abi.Fault{Code: abi.BadRequest, Message: row.Name + ": " + e.path() + e.failed})
	case e.full:
		c.raiseFault(&abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf("%s: the request has more than %d bytes", row.Name, requestBytes)})
	}
	return e.out
}

package wasm

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
)

// Limits of one host call; as in host/ruleset/lua.
const (
	requestBytesMax = 1 << 20
	replyBytesMax   = 16 << 20
)

// userFunction returns the import of a row of abi.Calls. Every row can be imported:
// what a manifest does not list answers not_allowed, as in Lua, so that a ruleset
// that is evaluated by another may get fewer calls than it was built for.
func userFunction(name string) (hostFunction, bool) {
	if _, exists := abi.Lookup(name); !exists {
		return hostFunction{}, false
	}
	return hostFunction{oneI64, oneI64, hostCallPrice, func(g *guest, s []uint64) {
		if _, ok := g.blocks[s[0]]; !ok && s[0] != 0 {
			trap("%s: there is no block at offset %d", name, s[0])
		}
		request := g.content(s[0])
		s[0] = g.put(g.ask(name, request))
	}}, true
}

// ask passes a request through the sandbox's door and returns the reply.
func (g *guest) ask(name string, request []byte) []byte {
	if g.hostCalls++; g.hostCalls > g.sandbox.Budgets.HostCalls {
		g.end("host_calls", fmt.Sprintf("more than %d", g.sandbox.Budgets.HostCalls))
	}
	if !g.linked(name) {
		// Refused here and not at linking: a module may import more than its manifest lists.
		return refuse(abi.NotAllowed, "%s is not in this ruleset's calls", name)
	}
	if len(request) > requestBytesMax {
		return refuse(abi.BadRequest, "%s: the request has more than %d bytes", name, requestBytesMax)
	}
	g.copied(len(request))
	g.work(int64(max(0, len(request)-askedBytesFree)) * askedBytePrice)
	reply := g.sandbox.Invoke(name, bytes.Clone(request)) // the door may keep it
	g.look()
	if len(reply) > replyBytesMax {
		return refuse(abi.Internal, "the reply to %s has %d bytes", name, len(reply))
	}
	g.copied(len(reply))
	g.remember(reply)
	return reply
}

func (g *guest) linked(name string) bool {
	for _, call := range g.sandbox.Calls {
		if call.Name == name {
			return true
		}
	}
	return false
}

// remember keeps a limit that was answered, by which a guest's report of it is
// told from a made-up one.
func (g *guest) remember(reply []byte) {
	if !bytes.HasPrefix(reply, []byte(`{"error":{"code":"limit"`)) || len(g.limits) == limitsMax {
		return
	}
	var parts abi.Reply
	if err := json.Unmarshal(reply, &parts); err == nil && parts.Error != nil {
		g.limits = append(g.limits, parts.Error.Message)
	}
}

func refuse(code, format string, arguments ...any) []byte {
	return abi.EncodeFault(&abi.Fault{Code: code, Message: fmt.Sprintf(format, arguments...)})
}

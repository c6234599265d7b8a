// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

package impressionism

//go:wasmimport extism:host/user messages
func messages(request uint64) (reply uint64)

//go:wasmimport extism:host/user tool_uses
func toolUses(request uint64) (reply uint64)

//go:wasmimport extism:host/user active
func active(request uint64) (reply uint64)

//go:wasmimport extism:host/user items
func items(request uint64) (reply uint64)

//go:wasmimport extism:host/user search
func search(request uint64) (reply uint64)

//go:wasmimport extism:host/user relevance
func relevance(request uint64) (reply uint64)

//go:wasmimport extism:host/user similarities
func similarities(request uint64) (reply uint64)

//go:wasmimport extism:host/user embed
func embed(request uint64) (reply uint64)

//go:wasmimport extism:host/user vector
func vector(request uint64) (reply uint64)

//go:wasmimport extism:host/user param
func askParam(request uint64) (reply uint64)

//go:wasmimport extism:host/user session
func session(request uint64) (reply uint64)

//go:wasmimport extism:host/user log
func writeLog(request uint64) (reply uint64)

//go:wasmimport extism:host/user evaluate
func evaluate(request uint64) (reply uint64)

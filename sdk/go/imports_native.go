// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

//go:build !wasip1

package impressionism

// Natively nothing is imported; exchange goes by the name.
var messages,
	toolUses,
	active,
	items,
	search,
	relevance,
	similarities,
	embed,
	vector,
	askParam,
	session,
	writeLog,
	evaluate hostFunction

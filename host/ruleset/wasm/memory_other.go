//go:build !unix

package wasm

// reserve returns nil: memory grows by copying.
func reserve(int) ([]byte, func()) { return nil, nil }

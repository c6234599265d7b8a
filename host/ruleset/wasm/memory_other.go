//go:build !unix

package wasm

// reserve gives no capacity: memory grows by copying.
func reserve(int) ([]byte, func()) { return nil, nil }

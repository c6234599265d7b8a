//go:build unix

package wasm

import "syscall"

// reserve returns an empty slice of that capacity, or of none where the system
// refuses.
func reserve(size int) ([]byte, func()) {
	if size == 0 {
		return nil, nil
	}
	mapped, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return nil, nil
	}
	return mapped[:0], func() { _ = syscall.Munmap(mapped) } // it was mapped just like this
}

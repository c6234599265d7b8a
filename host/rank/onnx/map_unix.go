//go:build !windows

package onnx

import (
	"fmt"
	"syscall"

	"github.com/ed-irl/impressionism/host/foreign"
)

// mapFile maps a file for reading.
func mapFile(path string) ([]byte, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() <= 0 || info.Size() > mappedBytesMax {
		return nil, fmt.Errorf("map %s: %d bytes, not 1 to %d", path, info.Size(), mappedBytesMax)
	}
	data, err := syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	return data, nil
}

func unmapFile(data []byte) error { return syscall.Munmap(data) }

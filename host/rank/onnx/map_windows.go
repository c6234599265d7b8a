package onnx

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"

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
	mapping, err := windows.CreateFileMapping(windows.Handle(file.Fd()), nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	defer windows.CloseHandle(mapping)
	address, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_READ, 0, 0, uintptr(info.Size()))
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	start := *(*unsafe.Pointer)(unsafe.Pointer(&address)) // vet cannot know that it is no Go memory
	return unsafe.Slice((*byte)(start), info.Size()), nil
}

func unmapFile(data []byte) error {
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(&data[0])))
}

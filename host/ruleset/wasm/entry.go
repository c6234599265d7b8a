package wasm

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"

	"github.com/ed-irl/impressionism/host/foreign"
)

// The engine believes its cache but for a checksum over the machine code: a
// damaged table of functions would make it jump anywhere, or ask for any amount
// of memory. So each entry has a seal at its end, which the engine does not read.

const (
	entrySealMagic = "impressn"
	entrySealBytes = len(entrySealMagic) + 4 + 4 + 4 // the head's size, its checksum, the whole size
	entryHeadMax   = 16 << 20
	entryTail      = 5 // after machine code and checksum: no source map, no exceptions
)

var errEntry = errors.New("the entry of the compilation cache is damaged")

// entryOf returns the only entry below an engine's folder.
func entryOf(folder string) (string, error) {
	var found []string
	for _, versioned := range foreign.Matches(folder, "wazero-*") {
		found = append(found, foreign.Matches(versioned, "*")...)
	}
	if len(found) != 1 {
		return "", errEntry
	}
	return found[0], nil
}

func sealEntry(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || checkSeal(file, info.Size()) == nil {
		return err
	}
	sealed, err := entrySeal(file, info.Size())
	if err != nil {
		return err
	}
	_, err = file.WriteAt(sealed, info.Size())
	return errors.Join(err, file.Close())
}

// checkEntry checks that an entry is whole, but for its machine code, which
// the engine checks.
func checkEntry(name string) error {
	file, err := foreign.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return checkSeal(file, info.Size())
}

func checkSeal(file io.ReaderAt, size int64) error {
	found := make([]byte, entrySealBytes)
	if _, err := file.ReadAt(found, max(0, size-int64(entrySealBytes))); err != nil {
		return errEntry
	}
	expected, err := entrySeal(file, size-int64(entrySealBytes))
	if err != nil {
		return err
	}
	if string(found) != string(expected) {
		return errEntry
	}
	return nil
}

// entrySeal computes the seal of an entry of that size: over the header with the
// table of functions, and over what follows the machine code.
func entrySeal(file io.ReaderAt, size int64) ([]byte, error) {
	const fixed = 7 // "WAZEVO" and the length of the version
	start := make([]byte, fixed+255+4)
	n, _ := file.ReadAt(start, 0) // shorter files are found out below
	start = start[:min(int64(n), max(0, size))]
	if len(start) < fixed || len(start) < fixed+int(start[fixed-1])+4 {
		return nil, errEntry
	}
	at := fixed + int(start[fixed-1])
	functions := int64(binary.LittleEndian.Uint32(start[at:]))
	head := int64(at) + 4 + 8*functions + 8
	if head > entryHeadMax || head > size-entryTail {
		return nil, errEntry
	}
	checked := make([]byte, head+entryTail)
	if _, err := file.ReadAt(checked[:head], 0); err != nil {
		return nil, errEntry
	}
	if _, err := file.ReadAt(checked[head:], size-entryTail); err != nil && err != io.EOF {
		return nil, errEntry
	}
	sum := crc32.Checksum(checked, castagnoli())
	sealed := binary.LittleEndian.AppendUint32([]byte(entrySealMagic), uint32(head))
	sealed = binary.LittleEndian.AppendUint32(sealed, sum)
	return binary.LittleEndian.AppendUint32(sealed, uint32(size)), nil
}

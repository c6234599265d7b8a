package wasm

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/meter"
)

// vettedBytesMax bounds a vetted module: the largest module, instrumented.
const vettedBytesMax = 64 << 20

// vettedModule is the instrumented form of a module, as it is compiled and run.
type vettedModule struct {
	bytes     []byte            // with the seal
	memoryMin uint32            // pages
	hash      [sha256.Size]byte // of the module that it was made of
}

// sealName names the custom section that ends a vetted module: the hash of the
// module that it was made of, its memory's first size, and a checksum of all
// bytes before.
const sealName = "impressionism.vetted"

// castagnoli is made when it is first used, not whenever a process starts.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

const (
	sealContent = sha256.Size + 4 + 4
	sealBytes   = 3 + len(sealName) + sealContent // a section's id and size, the name's size
)

// seal appends the seal to an instrumented module.
func seal(module []byte, hash [sha256.Size]byte, memoryMin uint32) []byte {
	sealed := append(bytes.Clone(module), 0, byte(1+len(sealName)+sealContent), byte(len(sealName)))
	sealed = append(append(sealed, sealName...), hash[:]...)
	sealed = binary.LittleEndian.AppendUint32(sealed, memoryMin)
	return binary.LittleEndian.AppendUint32(sealed, crc32.Checksum(sealed, castagnoli()))
}

// unseal checks that bytes are a whole vetted form of the module with that hash.
func unseal(sealed []byte, hash string) (vettedModule, error) {
	body := len(sealed) - sealBytes
	if body < 8 || string(sealed[body+3:body+3+len(sealName)]) != sealName {
		return vettedModule{}, errors.New("it has no seal")
	}
	content := sealed[len(sealed)-sealContent:]
	sum := len(sealed) - 4
	if binary.LittleEndian.Uint32(sealed[sum:]) != crc32.Checksum(sealed[:sum], castagnoli()) {
		return vettedModule{}, errors.New("its checksum is wrong")
	}
	if hex.EncodeToString(content[:sha256.Size]) != hash {
		return vettedModule{}, errors.New("it belongs to another module")
	}
	return vettedModule{sealed, binary.LittleEndian.Uint32(content[sha256.Size:]), [sha256.Size]byte(content)}, nil
}

func hashOf(module []byte) string {
	sum := sha256.Sum256(module)
	return hex.EncodeToString(sum[:])
}

func (r *Runtime) vettedPath(hash string) string {
	return filepath.Join(r.config.Vetted, hash+"-"+strconv.Itoa(meter.Version)+".wasm")
}

// IsVetted reports whether Start would find a module vetted. Whether the file is
// still whole only Start looks at.
func (r *Runtime) IsVetted(module []byte) bool {
	info, err := os.Stat(r.vettedPath(hashOf(module)))
	return err == nil && info.Mode().IsRegular()
}

// Forget removes the vetted and the compiled form of a module.
func (r *Runtime) Forget(module []byte) error {
	hash := hashOf(module)
	if r.config.Cache != "" {
		dropCache(r.cacheFolder(hash))
	}
	if err := os.Remove(r.vettedPath(hash)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget vetted module: %w", err)
	}
	return nil
}

// readVetted returns the vetted form of a program.
func (r *Runtime) readVetted(program abi.Program, hash string) (vettedModule, error) {
	content, err := foreign.Read(r.vettedPath(hash), vettedBytesMax)
	if err != nil {
		text := "was not vetted yet"
		if !errors.Is(err, fs.ErrNotExist) {
			text = fmt.Sprintf("its vetted form cannot be read (%v)", err)
		}
		return vettedModule{}, unavailable(program, text)
	}
	vetted, err := unseal(content, hash)
	if err != nil {
		return vettedModule{}, unavailable(program, fmt.Sprintf("its vetted form is damaged (%v)", err))
	}
	return vetted, nil
}

func unavailable(program abi.Program, text string) *abi.Fault {
	return &abi.Fault{Code: abi.Unavailable, Message: fmt.Sprintf("%s: %s; run: impressionism rules trust %s", program.Name, text, program.ID)}
}

// writeVetted stores a vetted form, whole or not at all.
func (r *Runtime) writeVetted(hash string, sealed []byte) error {
	if err := os.MkdirAll(r.config.Vetted, 0o700); err != nil {
		return err
	}
	return atomicfile.WriteFile(r.vettedPath(hash), sealed, 0o600)
}

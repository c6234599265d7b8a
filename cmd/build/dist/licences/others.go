package licences

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Compiled returns what comes into a binary beside Go modules: SQLite, which a
// module carries, and what the C compiler adds. ZIG is the folder of its package.
func Compiled(modules []Part, driverDir, zig, zigVersion, goos string) ([]Part, error) {
	sqlite, err := sqlite(driverDir)
	if err != nil {
		return nil, err
	}
	runtime, err := readText(filepath.Join(zig, "LICENSE"))
	if err != nil {
		return nil, fmt.Errorf("read the licence of Zig: %w", err)
	}
	parts := append(modules, sqlite, Part{
		Name: "compiler-rt of Zig", Version: zigVersion, Licence: "MIT", Texts: []Text{runtime},
		Package: "pkg:pypi/ziglang@" + zigVersion,
	})
	if goos == "windows" {
		mingw, err := readText(filepath.Join(zig, "lib", "libc", "mingw", "COPYING"))
		if err != nil {
			return nil, fmt.Errorf("read the licence of mingw-w64: %w", err)
		}
		parts = append(parts, Part{
			Name: "mingw-w64 runtime", Version: "of Zig " + zigVersion, Licence: "ZPL-2.1", Texts: []Text{mingw},
		})
	}
	return parts, nil
}

var sqliteVersion = regexp.MustCompile(`(?m)^#define SQLITE_VERSION +"([0-9.]+)"$`)

// sqlite is in the public domain; its blessing stands at the top of its header.
func sqlite(driverDir string) (Part, error) {
	header, err := os.ReadFile(filepath.Join(driverDir, "sqlite3-binding.h"))
	if err != nil {
		return Part{}, fmt.Errorf("look for SQLite: %w", err)
	}
	version := sqliteVersion.FindSubmatch(header)
	begin, end := bytes.Index(header, []byte("/*")), bytes.Index(header, []byte("\n****"))
	if version == nil || begin < 0 || end < begin {
		return Part{}, fmt.Errorf("the header of SQLite in %s is not as it was: look at cmd/build/dist/licences", driverDir)
	}
	text := strings.ReplaceAll(string(header[begin:end]), "\n** ", "\n")
	text = strings.TrimPrefix(strings.ReplaceAll(text, "\n**", "\n"), "/*\n") + "\n"
	return Part{
		Name: "SQLite", Version: string(version[1]), Licence: "blessing",
		Texts: []Text{{Name: "blessing.txt", Data: []byte(text)}},
	}, nil
}

// Vocabulary is embedded in every binary.
func Vocabulary() Part {
	return Part{Name: "vocabulary of BERT (uncased)", Version: "2018", Licence: "Apache-2.0", Texts: apache()}
}

// Model is an embedding model, by the hash of the weights it was made of; changed
// tells that they are not as they were published.
func Model(id, licence, weights string, changed bool) (Part, error) {
	if licence != "Apache-2.0" {
		return Part{}, fmt.Errorf("model %s stands under %s, whose text is not in cmd/build/dist/licences", id, licence)
	}
	version := "of weights " + weights[:12]
	if changed {
		version += ", changed by impressionism" // the licence wants it said
	}
	return Part{Name: id, Version: version, Licence: licence, Texts: apache()}, nil
}

// Library is ONNX Runtime, with the licence and the notices of its package.
func Library(version, file, sha256 string, texts ...string) (Part, error) {
	part := Part{
		Name: "ONNX Runtime", Version: version, Licence: "MIT", File: file, SHA256: sha256,
		Package: "pkg:pypi/onnxruntime@" + version,
	}
	for _, name := range texts {
		text, err := readText(name)
		if err != nil {
			return Part{}, err
		}
		part.Texts = append(part.Texts, text)
	}
	return part, nil
}

func apache() []Text { return supplied{files: []string{"Apache-2.0.txt"}}.read() }

func readText(file string) (Text, error) {
	data, err := os.ReadFile(file)
	return Text{Name: filepath.Base(file), Data: bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))}, err
}

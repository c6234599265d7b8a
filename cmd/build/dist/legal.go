package dist

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/build/dist/licences"
	"github.com/ed-irl/impressionism/cmd/build/dist/pack"
	"github.com/ed-irl/impressionism/cmd/build/dist/sbom"
	"github.com/ed-irl/impressionism/cmd/tool"
	"github.com/ed-irl/impressionism/cmd/zig"
)

// sqliteDriver is the module that carries SQLite.
const sqliteDriver = "github.com/mattn/go-sqlite3"

// compiledParts are those of the program itself.
func (b builder) compiledParts(ctx context.Context, p platform) ([]licences.Part, error) {
	modules, err := licences.Modules(ctx, b.root, program, p.os, p.arch)
	if err != nil {
		return nil, err
	}
	driver, err := tool.Call{Dir: b.root, Args: []string{"go", "list", "-m", "-f", "{{.Dir}}", sqliteDriver}}.Output(ctx)
	if err != nil {
		return nil, err
	}
	parts, err := licences.Compiled(modules, strings.TrimSpace(driver), path.Join(b.zig.Folder, "ziglang"), zig.Version, p.os)
	return append(parts, licences.Vocabulary()), err
}

// legal returns the texts of licences and the bill of materials.
func (s settings) legal(p platform, binary string, model bool, parts []licences.Part) ([]pack.Entry, error) {
	sum, err := sumOf(binary)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(strings.TrimSuffix(p.archive(s.manifest.Version, !model), ".zip"), ".tar.gz")
	var bill bytes.Buffer
	err = sbom.Write(&bill, sbom.Subject{
		Name: name, Version: s.manifest.Version, Repository: s.manifest.Repository,
		Binary: "bin/" + p.binary(), SHA256: sum, Built: s.modified,
	}, parts)
	return slices.Concat(licences.Entries(parts), []pack.Entry{{Name: "sbom.spdx.json", Data: bill.Bytes()}}), err
}

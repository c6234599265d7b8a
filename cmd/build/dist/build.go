package dist

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/cmd/tool"
	"github.com/ed-irl/impressionism/cmd/zig"
)

const (
	program      = "./cmd/impressionism"
	smallProgram = program + "-hook"
	// linkFlags leave out symbols, and the build's id, which depends on the folder.
	linkFlags = "-s -w -buildid="
)

// builder compiles the program for platforms.
type builder struct {
	root string
	zig  zig.Zig
}

func newBuilder(ctx context.Context, root string) (builder, error) {
	z, err := zig.Find(ctx, root)
	if err != nil {
		return builder{}, fmt.Errorf("find a compiler for other platforms: %w", err)
	}
	return builder{root: root, zig: z}, nil
}

// build returns the path of the platform's program.
func (b builder) build(ctx context.Context, p platform) (string, error) {
	output := filepath.Join(b.folder(p), p.binary())
	linking, err := b.linking(ctx, p)
	if err != nil {
		return "", err
	}
	env := append(b.zig.Env(),
		"GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=1",
		"CC="+quoted(b.zig.CC(p.target)))
	err = tool.Call{Dir: b.root, Env: env, Args: goBuild(linkFlags+linking, output, program)}.Run(ctx)
	if err != nil {
		return "", fmt.Errorf("build for %s: %w", p, err)
	}
	return output, nil
}

// buildSmall returns the path of the platform's small program, which needs no C.
func (b builder) buildSmall(ctx context.Context, p platform) (string, error) {
	output := filepath.Join(b.folder(p), strings.Replace(p.binary(), "impressionism", "impressionism-hook", 1))
	env := []string{"GOOS=" + p.os, "GOARCH=" + p.arch, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0"}
	if err := (tool.Call{Dir: b.root, Env: env, Args: goBuild(linkFlags, output, smallProgram)}).Run(ctx); err != nil {
		return "", fmt.Errorf("build for %s: %w", p, err)
	}
	return output, nil
}

// goBuild compiles to the same bytes in every folder. -buildvcs=false: the commit's
// id would make each commit's bytes differ.
func goBuild(linking, output, program string) []string {
	return []string{"go", "build", "-trimpath", "-buildvcs=false", "-ldflags", linking, "-o", output, program}
}

// folder is where what a platform needs is kept from one run to the next.
func (b builder) folder(p platform) string {
	return filepath.Join(b.root, ".tools", "dist", p.os+"_"+p.arch)
}

// linking is what the linker needs to be told besides: on Linux that it should strip,
// too, for Zig's adds what it knows of C; for macOS where the stand-ins for Apple's
// SDK are.
func (b builder) linking(ctx context.Context, p platform) (string, error) {
	switch p.os {
	case "linux":
		return ` -extldflags "-s"`, nil
	case "darwin":
		folder := filepath.Join(b.folder(p), "stubs")
		return fmt.Sprintf(` -extldflags "-F%s -L%s"`, folder, folder), darwinStubs(ctx, b.root, folder)
	}
	return "", nil
}

// quoted joins words as the go command takes them apart.
func quoted(words []string) string {
	for i, word := range words {
		if strings.ContainsAny(word, " \t") {
			words[i] = "'" + word + "'"
		}
	}
	return strings.Join(words, " ")
}

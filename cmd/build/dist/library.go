package dist

import (
	"context"
	"fmt"
	"path"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/build/dist/licences"
	"github.com/ed-irl/impressionism/cmd/build/dist/pack"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// defaultModel is what an archive brings.
const defaultModel = "all-MiniLM-L6-v2-skills"

// Notices that ONNX Runtime's package has beside its library.
var runtimeTexts = []onnx.File{
	{Name: "LICENSE", SHA256: "2f07c72751aed99790b8a4869cf2311df85a860b22ded05fa22803587a48922c", Bytes: 1073},
	{Name: "ThirdPartyNotices.txt", SHA256: "0e07b95f3a8d6230037707c5c4a2b554d12c4cb67369669ac255635528ffcee2", Bytes: 325054},
}

// hasLibrary reports whether there is an ONNX Runtime for the platform.
func hasLibrary(p platform) (bool, error) {
	library, err := onnx.LoadLibraryManifest()
	if err != nil {
		return false, err
	}
	_, missing := library.For(p.os, p.arch)
	return missing == nil, nil
}

// model returns the entries of models/ for a platform, and whose work they are.
func (b builder) model(ctx context.Context, p platform, models string) ([]pack.Entry, []licences.Part, error) {
	described, err := onnx.LoadLibraryManifest()
	if err != nil {
		return nil, nil, err
	}
	build, err := described.For(p.os, p.arch)
	if err != nil {
		return nil, nil, err
	}
	library, err := install.Fetch(ctx, b.folder(p), build)
	if err != nil {
		return nil, nil, fmt.Errorf("have ONNX Runtime for %s: %w", p, err)
	}
	travelling, err := install.Travel(models, defaultModel, p.os, p.arch, library)
	if err != nil {
		return nil, nil, err
	}
	entries := []pack.Entry{{Name: path.Join("models", defaultModel, onnx.InstalledFile), Data: travelling.Record}}
	for name, file := range travelling.Files {
		entries = append(entries, pack.Entry{Name: path.Join("models", name), File: file})
	}
	parts, err := b.modelParts(ctx, described, path.Join("models", described.Dir(), build.Name), build.SHA256)
	return entries, parts, err
}

func (b builder) modelParts(ctx context.Context, described onnx.Library, file, sum string) ([]licences.Part, error) {
	texts, err := b.runtimeTexts(ctx, described)
	if err != nil {
		return nil, err
	}
	library, err := licences.Library(described.Version, file, sum, texts...)
	if err != nil {
		return nil, err
	}
	manifest, err := onnx.Find(b.root, defaultModel)
	if err != nil {
		return nil, err
	}
	weights, _ := manifest.Weights()
	_, changed := manifest.LoRA()
	model, err := licences.Model(manifest.ID, manifest.Licence, weights.SHA256, changed)
	return []licences.Part{library, model}, err
}

// runtimeTexts fetches the notices from where the library for Linux comes from.
// Every platform's package has the same.
func (b builder) runtimeTexts(ctx context.Context, described onnx.Library) ([]string, error) {
	linux, err := described.For("linux", "amd64")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, text := range runtimeTexts {
		for _, origin := range linux.Origins {
			if origin.Member != "" {
				origin.Member = path.Join("onnxruntime", text.Name)
				text.Origins = append(text.Origins, origin)
			}
		}
		name, err := install.Fetch(ctx, filepath.Join(b.root, ".tools", "dist", described.Dir()), text)
		if err != nil {
			return nil, fmt.Errorf("have the notices of ONNX Runtime: %w", err)
		}
		names = append(names, name)
	}
	return names, nil
}

package dist

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/cmd/build/dist/pack"
	"github.com/ed-irl/impressionism/host/client/all"
	"github.com/ed-irl/impressionism/host/config"
)

const (
	pluginFolder = "plugin"
	// pinsFile lists the hashes of a version's archives for `setup`.
	pinsFile = pluginFolder + "/bin/pins"
)

// pluginParts returns the plugin as it lies in the sources. Only what git knows
// counts; bin/ has the launcher, whose place the program takes.
func pluginParts(ctx context.Context, root string) (pack.Plugin, error) {
	p := pack.Plugin{Name: "impressionism"}
	files, err := tracked(ctx, root, pluginFolder)
	if err != nil {
		return p, err
	}
	for _, file := range files {
		name, _ := strings.CutPrefix(file, pluginFolder+"/")
		onDisk := filepath.Join(root, filepath.FromSlash(file))
		folder, _, _ := strings.Cut(name, "/")
		switch folder {
		case "bin":
		case ".claude-plugin":
			p.Manifest = onDisk
		case "hooks":
			p.Hooks = append(p.Hooks, onDisk)
		case "skills":
			p.Skills = append(p.Skills, onDisk)
		default:
			p.Others = append(p.Others, pack.Entry{Name: name, File: onDisk})
		}
	}
	return p, addOurs(ctx, root, &p)
}

// addOurs adds what is embedded in the program, to be read: the default
// configuration and the rulesets, without their tests.
func addOurs(ctx context.Context, root string, p *pack.Plugin) error {
	places := all.Clients()[0].Places
	p.Others = append(p.Others,
		pack.Entry{Name: "config/config.default.yaml", Data: config.Default(config.Folders{Project: places.Project, Skills: places.SkillFolders()})},
		pack.Entry{Name: "NOTICE", File: filepath.Join(root, "NOTICE")})
	files, err := tracked(ctx, root, "rules/lua")
	if err != nil {
		return err
	}
	for _, file := range files {
		name, _ := strings.CutPrefix(file, "rules/lua/")
		if path.Ext(name) == ".go" || !strings.Contains(name, "/") {
			continue
		}
		p.Others = append(p.Others, pack.Entry{Name: "rules/builtin/" + name, File: filepath.Join(root, filepath.FromSlash(file))})
	}
	return nil
}

// tracked returns the files of a folder that git knows, with slashes.
func tracked(ctx context.Context, root, folder string) ([]string, error) {
	said, err := git(ctx, root, "ls-files", "-z", "--", folder)
	if err != nil {
		return nil, err
	}
	files := strings.FieldsFunc(said, func(r rune) bool { return r == 0 })
	if len(files) == 0 {
		return nil, fmt.Errorf("git knows no file below %s", filepath.Join(root, folder))
	}
	return files, nil
}

// describe adds to the plugin's README what this archive is.
func (s settings) describe(plugin *pack.Plugin, p platform, model bool) error {
	for i, entry := range plugin.Others {
		if entry.Name != "README.md" {
			continue
		}
		text, err := os.ReadFile(entry.File)
		if err != nil {
			return err
		}
		library, err := hasLibrary(p)
		if err != nil {
			return err
		}
		plugin.Others[i] = pack.Entry{Name: entry.Name, Data: append(text, s.about(p, model, library)...)}
		return nil
	}
	return errors.New("the plugin has no README.md")
}

func (s settings) about(p platform, model, library bool) string {
	text := fmt.Sprintf("\n## This archive\n\nVersion %s for %s. ", s.manifest.Version, p)
	switch {
	case model:
		text += "The program finds the model and its library in `models/` beside `bin/`."
	case library:
		text += "It is the small one, without the embedding model: skills are chosen by words alone\n" +
			"until `impressionism model install` has fetched it."
	default:
		text += "There is no ONNX Runtime for this platform, so there is no embedding model here:\n" +
			"skills are chosen by words alone, and `impressionism model install` says so."
	}
	return text + " What others made of it\nand under which licences is in `licenses/` and `sbom.spdx.json`.\n"
}

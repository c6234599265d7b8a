package dist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/cmd/build/dist/pack"
)

// settings are those of one run.
type settings struct {
	root, out, models string
	platforms         []platform
	lexicalOnly       bool
	manifest          manifest
	modified          time.Time
}

// release makes archives. A platform that fails costs no other its archive, and
// the run its success.
func release(ctx context.Context, args []string, out, errOut io.Writer) error {
	flags := flagSet(errOut)
	folder := flags.String("out", "dist", "where the archives go")
	names := flags.String("platforms", "", "only these, as in linux/amd64,darwin/arm64")
	models := flags.String("models", "", "the folder in which "+defaultModel+" is installed; .tools/models where absent")
	lexical := flags.Bool("lexical", false, "only the archives without the model")
	check := flags.Bool("check", false, "fail unless every hash is in "+pinsFile)
	if err := parse(flags, args); err != nil {
		return err
	}
	s, err := newSettings(ctx, *folder, *models, commas(*names))
	if err != nil {
		return err
	}
	s.lexicalOnly = *lexical
	b, err := newBuilder(ctx, s.root)
	if err != nil {
		return err
	}
	var made []string
	var problems []error
	for _, p := range s.platforms {
		archives, err := s.platform(ctx, b, p)
		for _, archive := range archives {
			fmt.Fprintln(out, sized(archive))
		}
		made, problems = append(made, archives...), append(problems, err)
		if ctx.Err() != nil {
			break
		}
	}
	sums, err := writeChecksums(s.out, made)
	problems = append(problems, err)
	if *check {
		problems = append(problems, checkPins(filepath.Join(s.root, pinsFile), sums))
	}
	return errors.Join(problems...)
}

func newSettings(ctx context.Context, out, models string, names []string) (settings, error) {
	root, err := findRoot()
	if err != nil {
		return settings{}, err
	}
	if models == "" {
		models = filepath.Join(root, ".tools", "models")
	}
	s := settings{root: root, out: out, models: models}
	if s.platforms, err = choosePlatforms(names); err != nil {
		return settings{}, err
	}
	if s.manifest, err = readManifest(root); err != nil {
		return settings{}, err
	}
	if s.modified, err = sourceTime(ctx, root); err != nil {
		return settings{}, err
	}
	return s, os.MkdirAll(out, 0o755)
}

// platform makes the archives of one platform: the one with the model, where there
// is a library that runs it, and the one without.
func (s settings) platform(ctx context.Context, b builder, p platform) ([]string, error) {
	binary, err := b.build(ctx, p)
	if err != nil {
		return nil, err
	}
	library, err := hasLibrary(p)
	if err != nil {
		return nil, err
	}
	var made []string
	for _, lexical := range []bool{false, true} {
		if s.lexicalOnly && !lexical && library || lexical && !library {
			continue
		}
		content, err := s.contents(ctx, b, p, binary, library && !lexical)
		if err != nil {
			return made, fmt.Errorf("make the archive for %s: %w", p, err)
		}
		output := filepath.Join(s.out, p.archive(s.manifest.Version, lexical))
		if err := content.Write(output, s.modified); err != nil {
			return made, err
		}
		made = append(made, output)
	}
	return made, nil
}

// contents gathers all that an archive holds.
func (s settings) contents(ctx context.Context, b builder, p platform, binary string, model bool) (pack.Plugin, error) {
	plugin, err := pluginParts(ctx, s.root)
	if err != nil {
		return pack.Plugin{}, err
	}
	plugin.Binary = binary
	if plugin.Small, err = b.buildSmall(ctx, p); err != nil {
		return pack.Plugin{}, err
	}
	parts, err := b.compiledParts(ctx, p)
	if err != nil {
		return pack.Plugin{}, err
	}
	if model {
		entries, others, err := b.model(ctx, p, s.models)
		if err != nil {
			return pack.Plugin{}, err
		}
		plugin.Others, parts = append(plugin.Others, entries...), append(parts, others...)
	}
	legal, err := s.legal(p, binary, model, parts)
	if err != nil {
		return pack.Plugin{}, err
	}
	plugin.Others = append(plugin.Others, legal...)
	return plugin, s.describe(&plugin, p, model)
}

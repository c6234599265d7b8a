package dist

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// manifest is what dist needs of the plugin's.
type manifest struct {
	Version    string `json:"version"`
	Repository string `json:"repository"`
}

// versionForm is what is safe in a file's name.
var versionForm = regexp.MustCompile(`^[0-9][0-9A-Za-z.+-]{0,40}$`)

func readManifest(root string) (manifest, error) {
	name := filepath.Join(root, pluginFolder, ".claude-plugin", "plugin.json")
	data, err := os.ReadFile(name)
	if err != nil {
		return manifest{}, fmt.Errorf("read the plugin's manifest: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return manifest{}, fmt.Errorf("read %s: %w", name, err)
	}
	if !versionForm.MatchString(m.Version) || m.Repository == "" {
		return manifest{}, fmt.Errorf("read %s: version is %.50q and repository %.80q; both are needed", name, m.Version, m.Repository)
	}
	return m, nil
}

// sourceTime is when the sources were last changed. The pins do not count: they
// are written from what is built.
func sourceTime(ctx context.Context, root string) (time.Time, error) {
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
		return sourceDate(text)
	}
	shallow, err := git(ctx, root, "rev-parse", "--is-shallow-repository")
	if err != nil {
		return time.Time{}, err
	}
	if shallow == "true" {
		return time.Time{}, errors.New("this clone is shallow and does not know when its sources were changed: run `git fetch --unshallow`, or set SOURCE_DATE_EPOCH")
	}
	seconds, err := git(ctx, root, "log", "-1", "--format=%ct", "--", ".", ":!"+pinsFile)
	if err != nil {
		return time.Time{}, err
	}
	return sourceDate(seconds)
}

func git(ctx context.Context, root string, args ...string) (string, error) {
	said, err := tool.Call{Dir: root, Args: append([]string{"git"}, args...)}.Output(ctx)
	if err != nil {
		return "", fmt.Errorf("ask git: %w", err)
	}
	return strings.TrimSpace(said), nil
}

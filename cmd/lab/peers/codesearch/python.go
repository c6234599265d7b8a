package codesearch

import (
	"context"
	"fmt"
	"path/filepath"
)

// pip returns the Python of an environment into which pip has installed.
func (r *run) pip(ctx context.Context, name string, wanted ...string) (string, error) {
	fmt.Fprintln(r.progress, "install what pip has for", name)
	folder := filepath.Join(r.folder, "python-"+name)
	interpreter := filepath.Join(folder, "bin", "python")
	if _, err := output(ctx, start{command: []string{r.python, "-m", "venv", folder}}); err != nil {
		return "", err
	}
	install := append([]string{interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, wanted...)
	_, err := output(ctx, start{command: install})
	return interpreter, err
}

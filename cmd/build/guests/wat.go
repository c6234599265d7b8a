package guests

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// hostile is the folder of guests in text form, each of which breaks a rule.
const (
	hostile  = "abi/guests/hostile"
	watCrate = "abi/guests/wat"
)

// watGuests assembles all hostile guests at once by a small tool of ours, since
// cargo is needed anyway and no assembler is to be had from everywhere.
func watGuests(lane *rustLane, root string) (job, error) {
	sources, err := filepath.Glob(filepath.Join(root, hostile, "*.wat"))
	if err != nil {
		return job{}, err
	}
	j := job{name: "hostile", lane: "rust", inputs: []string{watCrate}}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".wat")
		j.outputs = append(j.outputs, "hostile/"+name+".wasm")
		j.inputs = append(j.inputs, hostile+"/"+name+".wat")
	}
	j.toolchain = func(ctx context.Context, root string) (string, error) {
		rust, err := lane.find(ctx, root)
		return rust.version, err
	}
	j.build = func(ctx context.Context, root, into string) error {
		rust, err := lane.find(ctx, root)
		if err != nil {
			return err
		}
		args := []string{
			rust.cargo, "run", "--quiet", "--release", "--manifest-path", filepath.Join(root, watCrate, "Cargo.toml"),
			"--", filepath.Join(into, "hostile"),
		}
		return tool.Call{Dir: root, Env: rust.env, Args: append(args, sources...)}.Run(ctx)
	}
	return j, nil
}

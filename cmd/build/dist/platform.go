package dist

import (
	"fmt"
	"slices"
	"strings"
)

// platform is what an archive is for.
type platform struct {
	os, arch string
	target   string // in Zig's words
}

// platforms are all that archives are made for. On Linux the oldest glibc is that
// of ONNX Runtime's own builds; without the model the programs ask for less.
var platforms = []platform{
	{"linux", "amd64", "x86_64-linux-gnu.2.28"},
	{"linux", "arm64", "aarch64-linux-gnu.2.28"},
	{"darwin", "amd64", "x86_64-macos.12.0"},
	{"darwin", "arm64", "aarch64-macos.12.0"},
	{"windows", "amd64", "x86_64-windows-gnu"},
	{"windows", "arm64", "aarch64-windows-gnu"},
}

func (p platform) String() string { return p.os + "/" + p.arch }

// archive is the name of the platform's file. The one with the model comes first
// in every sorted list: plugin/bin/setup takes the first.
func (p platform) archive(version string, lexical bool) string {
	name := "impressionism_" + version + "_" + p.os + "_" + p.arch
	if lexical {
		name += "_lexical"
	}
	if p.os == "windows" {
		return name + ".zip"
	}
	return name + ".tar.gz"
}

func (p platform) binary() string {
	if p.os == "windows" {
		return "impressionism.exe"
	}
	return "impressionism"
}

// choosePlatforms returns those of the names, or all.
func choosePlatforms(names []string) ([]platform, error) {
	if len(names) == 0 {
		return platforms, nil
	}
	var chosen []platform
	for _, name := range names {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
		if i < 0 {
			var known []string
			for _, p := range platforms {
				known = append(known, p.String())
			}
			return nil, fmt.Errorf("there is no platform %q; there are: %s", name, strings.Join(known, " "))
		}
		chosen = append(chosen, platforms[i])
	}
	return chosen, nil
}

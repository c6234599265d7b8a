package onnx

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure no manifest makes reading it panic, and that what is accepted has an
// id that is one directory.
func FuzzDecodeManifest(f *testing.F) {
	for _, id := range ModelIDs {
		data, err := embedded.ReadFile("models/" + id + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		manifest, err := decodeManifest(data)
		if err == nil && (filepath.Base(manifest.ID) != manifest.ID || manifest.ID == "." || manifest.ID == "..") {
			t.Fatalf("accepted id %q", manifest.ID)
		}
	})
}

// Ensure the built-in models are those that are promised.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]Manifest{
		"minilm-skills":    {ID: "all-MiniLM-L6-v2-skills", Layers: 6, Pooling: PoolingMean, TokensMax: 256},
		"all-MiniLM-L6-v2": {ID: "all-MiniLM-L6-v2", Layers: 6, Pooling: PoolingMean, TokensMax: 256},
		"BGESmallENV15": {
			ID: "bge-small-en-v1.5", Layers: 12, Pooling: PoolingCLS, TokensMax: 512,
			QueryPrefix: "Represent this sentence for searching relevant passages: ",
		},
		"all-MiniLM-L6-v2-int8": {ID: "all-MiniLM-L6-v2-int8", Layers: 6, Pooling: PoolingMean, TokensMax: 256},
	} {
		got, err := Find(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != want.ID || got.Layers != want.Layers || got.Pooling != want.Pooling || got.TokensMax != want.TokensMax ||
			got.QueryPrefix != want.QueryPrefix || got.Dimensions != 384 || got.Heads != 12 || got.Licence == "" {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	if err := Installed(dir, "BGESmallENV15"); err == nil || !strings.Contains(err.Error(), "impressionism model install bge-small-en-v1.5") {
		t.Errorf("got %v", err)
	}
	for _, id := range []string{"../other", "..", ".lock", "", "a/b", strings.Repeat("a", 65)} {
		if _, err := Find(dir, id); err == nil || !strings.Contains(err.Error(), "an id is") {
			t.Errorf("%q as an id: got %v", id, err)
		}
	}
	if _, err := Find(dir, "unheard-of"); err == nil || !strings.Contains(err.Error(), "all-MiniLM-L6-v2") {
		t.Errorf("got %v", err)
	}
}

var own = Manifest{
	ID: "mine", Aliases: []string{"M"}, Dimensions: 32, Layers: 1, Heads: 2, Pooling: PoolingCLS, TokensMax: 64,
	Files: []File{{Name: VocabularyFile, SHA256: strings.Repeat("a", 64)}, {Name: TensorsFile, SHA256: strings.Repeat("b", 64)}},
}

// describe writes a manifest where a user would.
func describe(t *testing.T, dir, id string, manifest Manifest) {
	t.Helper()
	data, err := json.Marshal(manifest)
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, id), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, id, ManifestFile), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Ensure a user's own manifest is found by id and alias, and cannot take the
// place of a built-in model.
func TestFindOwn(t *testing.T) {
	dir := t.TempDir()
	describe(t, dir, "mine", own)
	for _, name := range []string{"mine", "M"} {
		got, err := Find(dir, name)
		if diff := cmp.Diff(own, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	builtIn := own
	builtIn.ID = "all-MiniLM-L6-v2"
	describe(t, dir, builtIn.ID, builtIn)
	if got, err := Find(dir, builtIn.ID); err != nil || got.Dimensions != 384 {
		t.Errorf("a built-in id: got %+v, %v", got, err)
	}
	if all, err := Manifests(dir); err != nil || len(all) != len(ModelIDs)+1 {
		t.Errorf("got %d manifests, %v", len(all), err)
	}
}

// Ensure a manifest that is wrong is refused with a reason.
func TestManifestRefused(t *testing.T) {
	for want, change := range map[string]func(*Manifest){
		"divide":                  func(m *Manifest) { m.Heads = 5 },
		"pooling":                 func(m *Manifest) { m.Pooling = "max" },
		"tokens_max":              func(m *Manifest) { m.TokensMax = 2 },
		"dimensions":              func(m *Manifest) { m.Dimensions = 1 << 20 },
		"layers":                  func(m *Manifest) { m.Layers = 0 },
		"architecture":            func(m *Manifest) { m.Architecture = "t5" },
		"no layers":               func(m *Manifest) { m.Architecture = ArchitectureUSE },
		"sentencepiece.model and": func(m *Manifest) { m.Architecture, m.Layers, m.Heads, m.Pooling = ArchitectureUSE, 0, 0, "" },
		"SHA-256":                 func(m *Manifest) { m.Files = []File{{Name: TensorsFile, SHA256: "zz"}} },
		"files must":              func(m *Manifest) { m.Files = m.Files[:1] },
		"directory":               func(m *Manifest) { m.ID = "other" },
	} {
		dir, wrong := t.TempDir(), own
		change(&wrong)
		describe(t, dir, own.ID, wrong)
		if _, err := Find(dir, own.ID); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", want, err)
		}
	}
}

// Ensure the identity changes with whatever shapes vectors, and with nothing
// else.
func TestIdentity(t *testing.T) {
	base, err := Find("", "bge-small-en-v1.5")
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Manifest){
		"pooling": func(m *Manifest) { m.Pooling = PoolingMean },
		"prefix":  func(m *Manifest) { m.QueryPrefix = "" },
		"tokens":  func(m *Manifest) { m.TokensMax = 128 },
		"weights": func(m *Manifest) {
			m.Files = append([]File(nil), m.Files...)
			m.Files[1].SHA256 = strings.Repeat("0", 64)
		},
	} {
		other := base
		change(&other)
		if other.Identity() == base.Identity() {
			t.Errorf("%s: the identity stays %s", name, base.Identity())
		}
	}
	same := base
	same.Aliases, same.Licence = nil, "other"
	if same.Identity() != base.Identity() {
		t.Error("aliases and licence change the identity")
	}
}

package sbom

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	spdxjson "github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdxlib"

	"github.com/ed-irl/impressionism/cmd/build/dist/licences"
)

var subject = Subject{
	Name: "impressionism_1.2.3_linux_amd64", Version: "1.2.3", Repository: "https://example.com/impressionism",
	Binary: "bin/impressionism", SHA256: strings.Repeat("ab", 32), Built: time.Unix(1_800_000_000, 0),
}

var parts = []licences.Part{
	{Name: "github.com/a/b", Version: "v1.0.0", Licence: "MIT", Package: "pkg:golang/github.com/a/b@v1.0.0"},
	{Name: "ONNX Runtime", Version: "1.27.0", Licence: "MIT", File: "models/lib.so", SHA256: strings.Repeat("cd", 32)},
}

// Ensure the bill of materials is SPDX 2.3 by the schema of its authors and by
// their library, and has every part with its licence.
func TestBillIsSPDX(t *testing.T) {
	data := written(t, parts)
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(read(t, "testdata/spdx-2.3-schema.json")))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("spdx.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("spdx.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(document); err != nil {
		t.Error(err)
	}
	decoded, err := spdxjson.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := spdxlib.ValidateDocument(decoded); err != nil {
		t.Error(err)
	}
	if decoded.SPDXVersion != "SPDX-2.3" || decoded.DataLicense != "CC0-1.0" { // what the schema leaves open
		t.Errorf("it is %s under %q", decoded.SPDXVersion, decoded.DataLicense)
	}
	if created, err := time.Parse(time.RFC3339, decoded.CreationInfo.Created); err != nil || !created.Equal(subject.Built) {
		t.Errorf("it is of %q: %v", decoded.CreationInfo.Created, err)
	}
	if len(decoded.Packages) != 1+len(parts) || len(decoded.Relationships) != 1+len(parts) {
		t.Fatalf("%d packages and %d relationships for %d parts", len(decoded.Packages), len(decoded.Relationships), len(parts))
	}
	for i, part := range parts {
		got := decoded.Packages[i+1]
		if got.PackageName != part.Name || got.PackageVersion != part.Version || got.PackageLicenseDeclared != part.Licence || got.PackageFileName != part.File || got.PackageDownloadLocation == "" {
			t.Errorf("got %+v, want %+v", got, part)
		}
	}
}

// Ensure the same parts give the same bytes, and other parts another name, which
// SPDX asks of every document.
func TestBillIsItsContent(t *testing.T) {
	if !bytes.Equal(written(t, parts), written(t, parts)) {
		t.Error("two documents of the same parts differ")
	}
	namespace := func(parts []licences.Part) string {
		document, err := spdxjson.Read(bytes.NewReader(written(t, parts)))
		if err != nil {
			t.Fatal(err)
		}
		return document.DocumentNamespace
	}
	if one, other := namespace(parts), namespace(parts[:1]); one == other {
		t.Errorf("both documents are called %s", one)
	}
}

// Ensure that two parts never hide behind one identifier.
func TestTwoPartsOfOneName(t *testing.T) {
	twice := []licences.Part{{Name: "a/b"}, {Name: "a b"}}
	if err := Write(&bytes.Buffer{}, subject, twice); err == nil || !strings.Contains(err.Error(), "Part-a-b") {
		t.Errorf("got %v", err)
	}
}

func written(t *testing.T, parts []licences.Part) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, subject, parts); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Package sbom writes down what an archive is made of, as SPDX 2.3 in JSON. It
// alone knows that format.
package sbom

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"time"

	spdxjson "github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdx/v2/common"
	spdx "github.com/spdx/tools-golang/spdx/v2/v2_3"

	"github.com/ed-irl/impressionism/cmd/build/dist/licences"
)

// Subject is the archive itself.
type Subject struct {
	Name       string // of the archive, without its ending
	Version    string
	Repository string // a URL; documents are named below it
	Binary     string // path in the archive
	SHA256     string // of the binary
	Built      time.Time
}

const (
	documentID = common.ElementID("DOCUMENT")
	subjectID  = common.ElementID("impressionism")
	unknown    = "NOASSERTION"
)

// Write writes the document: the program, and each part with its licence, and how
// the one contains the other.
func Write(out io.Writer, subject Subject, parts []licences.Part) error {
	document := &spdx.Document{
		SPDXVersion: spdx.Version, DataLicense: spdx.DataLicense, SPDXIdentifier: documentID,
		DocumentName: subject.Name,
		CreationInfo: &spdx.CreationInfo{
			Creators: []common.Creator{{CreatorType: "Tool", Creator: "impressionism-dist-" + subject.Version}},
			Created:  subject.Built.UTC().Format(time.RFC3339),
		},
		Packages: []*spdx.Package{{
			PackageName: "impressionism", PackageSPDXIdentifier: subjectID, PackageVersion: subject.Version,
			PackageDownloadLocation: subject.Repository, PackageLicenseDeclared: "MIT", PackageLicenseConcluded: unknown,
			PackageCopyrightText: unknown, IsFilesAnalyzedTagPresent: true, PrimaryPackagePurpose: "APPLICATION",
			PackageFileName: subject.Binary, PackageChecksums: checksum(subject.SHA256),
		}},
		Relationships: []*spdx.Relationship{related(documentID, subjectID, common.TypeRelationshipDescribe)},
	}
	seen := map[common.ElementID]bool{}
	for _, part := range parts {
		p := packageOf(part)
		if seen[p.PackageSPDXIdentifier] {
			return fmt.Errorf("write the bill of materials: two parts are %s", p.PackageSPDXIdentifier)
		}
		seen[p.PackageSPDXIdentifier] = true
		kind := common.TypeRelationshipStaticLink
		if part.File != "" {
			kind = common.TypeRelationshipContains
		}
		document.Packages = append(document.Packages, p)
		document.Relationships = append(document.Relationships, related(subjectID, p.PackageSPDXIdentifier, kind))
	}
	if err := name(document, subject.Repository); err != nil {
		return err
	}
	return spdxjson.Write(document, out, spdxjson.Indent("  "))
}

// name sets a name of the document, as SPDX asks: by its content.
func name(document *spdx.Document, repository string) error {
	var content bytes.Buffer
	if err := spdxjson.Write(document, &content); err != nil {
		return fmt.Errorf("name the bill of materials: %w", err)
	}
	sum := sha256.Sum256(content.Bytes())
	document.DocumentNamespace = fmt.Sprintf("%s/spdx/%s-%s", repository, document.DocumentName, hex.EncodeToString(sum[:8]))
	return nil
}

func packageOf(part licences.Part) *spdx.Package {
	p := &spdx.Package{
		PackageName: part.Name, PackageSPDXIdentifier: idOf(part.Name), PackageVersion: part.Version,
		PackageDownloadLocation: unknown, PackageLicenseDeclared: part.Licence, PackageLicenseConcluded: unknown,
		PackageCopyrightText: unknown, IsFilesAnalyzedTagPresent: true, PrimaryPackagePurpose: "LIBRARY",
		PackageFileName: part.File, PackageChecksums: checksum(part.SHA256),
	}
	if part.Package != "" {
		p.PackageExternalReferences = []*spdx.PackageExternalReference{{
			Category: common.CategoryPackageManager, RefType: common.TypePackageManagerPURL, Locator: part.Package,
		}}
	}
	return p
}

var notInID = regexp.MustCompile(`[^a-zA-Z0-9.-]+`)

func idOf(name string) common.ElementID {
	return common.ElementID("Part-" + notInID.ReplaceAllString(name, "-"))
}

func checksum(sum string) []common.Checksum {
	if sum == "" {
		return nil
	}
	return []common.Checksum{{Algorithm: common.SHA256, Value: sum}}
}

func related(a, b common.ElementID, kind string) *spdx.Relationship {
	return &spdx.Relationship{RefA: common.DocElementID{ElementRefID: a}, RefB: common.DocElementID{ElementRefID: b}, Relationship: kind}
}

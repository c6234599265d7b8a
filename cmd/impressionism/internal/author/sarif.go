package author

import (
	"net/url"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/author/rulelint"
)

// The part of SARIF 2.1.0 that findings need:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	SARIFLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
		Configuration    struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line   int `json:"startLine"`
			Column int `json:"startColumn"`
		} `json:"region"`
	}
)

// printSARIF writes findings for code scanning. SARIF's levels are ours.
func printSARIF(e *env.Env, result shape.RulesValidate) error {
	log := SARIFLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: make([]sarifRun, 1)}
	run := &log.Runs[0]
	run.ColumnKind, run.Results = "unicodeCodePoints", []sarifResult{}
	driver := &run.Tool.Driver
	driver.Name, driver.InformationURI = "impressionism", "https://github.com/ed-irl/impressionism"
	at := map[string]int{}
	for i, rule := range rulelint.Rules {
		at[rule.Code] = i
		described := sarifRule{ID: rule.Code, ShortDescription: sarifText{rule.Summary}, FullDescription: sarifText{rule.Why}}
		described.Configuration.Level = rule.Severity
		driver.Rules = append(driver.Rules, described)
	}
	for _, f := range result.Findings {
		var where sarifLocation
		uri := url.URL{Path: filepath.ToSlash(f.File)}
		if filepath.IsAbs(f.File) {
			uri.Scheme = "file"
		}
		where.Physical.Artifact.URI = uri.String()
		where.Physical.Region.Line, where.Physical.Region.Column = f.Line, f.Column
		run.Results = append(run.Results, sarifResult{
			RuleID: f.Code, RuleIndex: at[f.Code], Level: f.Severity,
			Message: sarifText{f.Reason + " " + f.Fix}, Locations: []sarifLocation{where},
		})
	}
	return cli.PrintJSON(e, log)
}

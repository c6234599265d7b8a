package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// Ensure that what the commands for authors print with --json is exactly the
// shape that they promise: no field more, no list that is null.
func TestSkillsOutputsKeepTheirShapes(t *testing.T) {
	dir := t.TempDir()
	skills := filepath.Join(dir, "home", ".claude", "skills")
	for id, description := range map[string]string{
		"airflow": "Build nightly data pipelines in Airflow with operators. Use when asked to build data pipelines with retries.",
		"dagster": "Build nightly data pipelines in Dagster with assets. Use when asked to build data pipelines with retries.",
		"unsaid":  "PostgreSQL vacuum tuning and partition pruning.",
	} {
		envtest.WriteFile(t, filepath.Join(skills, id, "SKILL.md"), "---\nname: "+id+"\ndescription: "+description+"\n---\nSteps.\n")
	}
	environ := append(envtest.HookEnviron(t)[2:], "HOME="+filepath.Join(dir, "home"), "IMPRESSIONISM_HOME="+filepath.Join(dir, "data"))
	commands := []struct {
		args string
		into any
		code int
	}{
		{"skills lint --json", &shape.SkillsLint{}, env.ExitFailed},
		{"skills lint airflow --disable description-twin --json", &shape.SkillsLint{}, env.ExitOK},
		{"skills collide --json", &shape.SkillsCollide{}, env.ExitOK},
		{"skills collide unsaid --json", &shape.SkillsCollide{}, env.ExitOK},
		{"skills probe airflow --json", &shape.SkillsProbe{}, env.ExitOK},
		{"skills card airflow --json", &shape.SkillsCard{}, env.ExitOK},
	}
	for _, c := range commands {
		var out, errOut bytes.Buffer
		if code := run(strings.Fields(c.args), environ, strings.NewReader(""), &out, &errOut); code != c.code {
			t.Errorf("%s: exit code %d, want %d: %s", c.args, code, c.code, errOut.String())
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(out.Bytes()))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(c.into); err != nil {
			t.Errorf("%s: %v\n%s", c.args, err, out.String())
		}
		if bytes.Contains(out.Bytes(), []byte(": null")) {
			t.Errorf("%s: a value is null:\n%s", c.args, out.String())
		}
	}
	if collide := commands[2].into.(*shape.SkillsCollide); len(collide.Pairs) == 0 || len(collide.Pairs[0].Words) == 0 {
		t.Errorf("got %+v, want a pair with words that part it", collide)
	}
	if probe := commands[4].into.(*shape.SkillsProbe); reflect.DeepEqual(probe.Own, shape.ProbeCounts{}) || len(probe.Prompts) != probe.Own.Prompts {
		t.Errorf("got %+v, want all prompts of its own words", probe)
	}
}

// Ensure that the bundled samples are what an author may copy: nothing is found
// in them but one value with a colon and no quotes.
func TestSamplesAreClean(t *testing.T) {
	samples, err := filepath.Abs("../../examples/skills")
	envtest.Must(t, err)
	home := t.TempDir()
	environ := []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + home, "IMPRESSIONISM_SKILLS_DIR=" + samples}
	var out, errOut bytes.Buffer
	if code := run([]string{"skills", "lint", "--disable", "front-matter-odd"}, environ, strings.NewReader(""), &out, &errOut); code != env.ExitOK {
		t.Errorf("exit code %d: %s%s", code, out.String(), errOut.String())
	}
	if !strings.HasPrefix(out.String(), "44 skills looked at") {
		t.Errorf("got %s, want 44 skills", out.String())
	}
}

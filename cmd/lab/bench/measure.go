package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// measure is one whole run, in a temporary folder that goes with it.
func measure(ctx context.Context, o options, progress io.Writer) (*result, error) {
	if err := json.Unmarshal(candidatesFile, &candidates); err != nil {
		return nil, fmt.Errorf("read prompts: %w", err)
	}
	folder, err := os.MkdirTemp("", "impressionism-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.EvalSymlinks(folder); err != nil { // the program tells resolved paths
		return nil, err
	}
	skills, catalog, err := readSkills(o)
	if err != nil {
		return nil, fmt.Errorf("read skills: %w", err)
	}
	r := newResult(o, catalog, len(skills))
	r.Load = loadNow()
	absent := onnx.Installed(o.models, model)
	if absent != nil {
		r.Skipped = append(r.Skipped, "what needs the model: "+absent.Error())
	}
	fmt.Fprintln(progress, "build the programs")
	built, err := build(ctx, o, folder)
	if err != nil {
		return nil, err
	}
	if built.node == "" {
		r.Skipped = append(r.Skipped, "node -e 0: there is no node on PATH")
	}
	homes, err := makeHomes(o, folder, skills, absent == nil)
	if err != nil {
		return nil, err
	}
	p := newPlan(o, built, homes, skills, folder)
	if o.busy > 0 {
		r.Busy, err = p.busyAlone(ctx, o, r.Load, progress)
		return r, err
	}
	if err := r.prepareCode(ctx, o, &p, absent == nil, progress); err != nil {
		return nil, fmt.Errorf("index code: %w", err)
	}
	if err := r.processes(ctx, o, p, progress); err != nil {
		return nil, err
	}
	if o.codeOnly {
		return r, nil
	}
	return r, r.inProcess(ctx, o, p, absent == nil, progress)
}

// prepareCode makes what the index of code is measured with.
func (r *result) prepareCode(ctx context.Context, o options, p *plan, model bool, progress io.Writer) (err error) {
	if o.codeFiles == 0 {
		return nil
	}
	if missing := gitMissing(); missing != "" {
		r.Skipped = append(r.Skipped, missing)
		return nil
	}
	if o.codeOnly {
		p.codeOnly, p.homes = true, map[string]home{homeWords: p.homes[homeWords]}
	}
	p.code, err = p.codeMaterial(ctx, o, p.scout.launcher.folder, model, progress)
	return err
}

func newPlan(o options, built programs, homes map[string]home, skills []skill, folder string) plan {
	l := launcher{meter: built.meter, folder: folder}
	return plan{programs: built, homes: homes, skills: skills, others: o.beside, scout: &scout{launcher: l, subject: built.subject}}
}

// inProcess measures what is not a process.
func (r *result) inProcess(ctx context.Context, o options, p plan, model bool, progress io.Writer) (err error) {
	fmt.Fprintln(progress, "evaluate")
	if r.Warm, err = warm(ctx, p.homes); err != nil {
		return fmt.Errorf("evaluate rulesets: %w", err)
	}
	if model && o.slow > 0 {
		fmt.Fprintln(progress, "embed")
		r.Embedding, err = embedding(ctx, o, p.skills, runtime.NumCPU())
	}
	return err
}

// processes measures every case that is a process.
func (r *result) processes(ctx context.Context, o options, p plan, progress io.Writer) error {
	fmt.Fprintln(progress, "index the skills and choose prompts")
	subjects, refused, err := p.subjects(ctx, o.guests)
	if err != nil {
		return err
	}
	r.Refused = append(r.Refused, refused...)
	taken, err := rounds{
		launcher: p.scout.launcher, subjects: subjects, count: o.rounds, slow: o.slow, seed: o.seed,
		progress: func(done, all int) { fmt.Fprintf(progress, "round %d of %d\n", done+1, all) },
	}.run(ctx)
	if err != nil {
		return err
	}
	r.add(subjects, taken)
	r.compareStarts()
	r.Lessons = r.besideOf(besideLessonGoals)
	if p.code != nil {
		r.Code = &codeResult{Whole: p.code.runs, Beside: r.besideOf(besideCodeGoals)}
		if r.Code.Searches, err = p.searchCode(ctx, o, progress); err != nil {
			return fmt.Errorf("search code: %w", err)
		}
	}
	if p.main() == homeModel && p.server != 0 && o.busyPrompts > 0 {
		r.Busy, err = p.busy(ctx, o, loopsFor(busyLoad, runtime.NumCPU(), r.Load), progress)
	}
	r.Server = memoryOf(p.server)
	return err
}

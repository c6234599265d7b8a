package ui

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/ui"
)

// reportFlags are those of the command report.
type reportFlags struct {
	days    int
	file    string
	named   bool // the file is one that a person named
	private bool
}

// ReportCommand returns the command report.
func ReportCommand(e *env.Env, execute Execute) *cobra.Command {
	flags := reportFlags{days: daysUsual, file: "impressionism-report.html"}
	command := &cobra.Command{
		Use:   "report",
		Short: "Write what became of suggestions, skills and hooks into one HTML file, to keep or send",
		Long: `Write the views Outcomes, Skills, Hooks and Rulesets of "impressionism ui" into one HTML
file, without the prompts at which rulesets differ. It holds no script and loads nothing.
With --private it shows no prompts, paths and other texts; names of skills, rulesets and
plugins stay.`,
		Example: "  impressionism report\n  impressionism report --days 7 -o week.html --private",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			flags.named = command.Flags().Changed("output")
			return report(command.Context(), e, execute, flags)
		},
	}
	command.Flags().IntVar(&flags.days, "days", flags.days, fmt.Sprintf("how many days back, at most %d", daysMax))
	command.Flags().StringVarP(&flags.file, "output", "o", flags.file, "the file to write; - for the standard output")
	command.Flags().BoolVar(&flags.private, "private", false, "without texts")
	return command
}

func report(ctx context.Context, e *env.Env, execute Execute, flags reportFlags) error {
	if flags.days < 1 || flags.days > daysMax {
		return fmt.Errorf("--days wants 1 to %d, got %d", daysMax, flags.days)
	}
	if err := e.Ready(); err != nil {
		return err
	}
	page := newPages(pages{now: e.Now, private: flags.private, folders: spaced(e), still: true, ask: newAsker(e, execute).ask}).report(ctx, flags.days)
	if flags.file == "-" {
		_, err := e.RawOut.Write(page)
		return env.Failed(cli.Gone(err))
	}
	path := flags.file
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Dir, path)
	}
	write := atomicfile.WriteFile // a link that somebody put into a project leads to what is not meant
	if flags.named {
		write = env.WriteOutput
	}
	if err := write(path, page, 0o600); err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err // the file that it names is one that is renamed once it is whole
		}
		return env.Failed(fmt.Errorf("write %s: %w; name another file with --output", cli.ShortPath(e, path), err))
	}
	fmt.Fprintf(e.Out, "Wrote %s, %d KB.\n", cli.ShortPath(e, path), (len(page)+1023)/1024)
	return nil
}

// reportWidth is the width of a report's page, in CSS pixels.
const reportWidth = 1040

// report draws the views that are kept as one page without script.
func (p *pages) report(ctx context.Context, days int) []byte {
	q := query{width: reportWidth, days: days, still: true}
	var views nodes
	for _, v := range p.views {
		v.panels = slices.DeleteFunc(slices.Clone(v.panels), func(one panel) bool { return !one.report })
		if len(v.panels) > 0 {
			views = append(views, p.view(ctx, v, q, nil))
		}
	}
	day := p.now().Local().Format(time.DateOnly)
	page := el("html", "", attr("lang", "en"),
		el("head", "",
			el("meta", "", attr("charset", "utf-8")),
			el("meta", "", attr("name", "viewport"), attr("content", "width=device-width,initial-scale=1")),
			el("meta", "", attr("name", "color-scheme"), attr("content", "light dark")),
			el("meta", "", attr("http-equiv", "Content-Security-Policy"), attr("content", "default-src 'none'; style-src 'unsafe-inline'")),
			el("title", "", "impressionism, "+day),
			el("style", "", verbatim(template.HTML(plot.CSS+pageStyles+ui.Style)))),
		el("body", "report", verbatim(plot.Defs()),
			el("main", "",
				el("p", "sub", "impressionism · ", day, " · the last ", textline.Count(days, "day", "days"), when(p.private, " · without texts")),
				views)))
	return append([]byte("<!doctype html>\n"), render(page, "\n")...)
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/store/session"
)

// budgetOptions say whose listing is looked at, and how.
type budgetOptions struct {
	model  string
	window int
	all    bool
	plan   bool
	out    string // file for the plan's block
}

func (a *app) skillsBudgetCommand() *cobra.Command {
	var o budgetOptions
	command := &cobra.Command{
		Use:   "budget",
		Short: "Tell which descriptions the client shows the model and which it hides, and plan what to do about it",
		Long: `Tell which descriptions of skills and commands the client shows the model, and
which it hides for want of room. The room is a share of the model's window; who is
shown was measured with client ` + plugins.BundledOf + `: ids always, then descriptions whole, by
use and then by kind, scope and name, as long as they fit.

  described    the model sees it, at most 1,536 characters of it
  hidden       there was no room: the model sees the id alone
  name-only    your settings say so
  undescribed  it has no description

With --plan it proposes entries of skillOverrides by which every item is listed with
its description or found by search: among the first five for its own description
without its name. No settings are written.`,
		Example: `  impressionism skills budget --model ` + plugins.DefaultModel + `
  impressionism skills budget --all --json
  impressionism skills budget --plan`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.skillsBudget(o) },
	}
	flags := command.Flags()
	flags.StringVar(&o.model, "model", "", "whose window it is; that of your settings where absent")
	flags.IntVar(&o.window, "window", 0, "a context window in tokens instead of a model")
	flags.BoolVar(&o.all, "all", false, "show every item, not only the longest that are hidden")
	flags.BoolVar(&o.plan, "plan", false, "propose skillOverrides so that everything is described or found")
	flags.StringVar(&o.out, "out", "", "with --plan: the file to write its block of skillOverrides to")
	return a.jsonFlag(command)
}

// windowMax tokens are more than any model reads.
const windowMax = 1_000_000_000

func (a *app) skillsBudget(o budgetOptions) error {
	if o.window < 0 || o.window > windowMax || o.window > 0 && o.model != "" {
		return fmt.Errorf("--window is a number of tokens up to %d, and stands instead of --model", windowMax)
	}
	if o.out != "" && (!o.plan || exists(o.out)) {
		return fmt.Errorf("--out names a file that is not there yet, for the block of --plan; got %q", o.out)
	}
	if err := a.ready(); err != nil {
		return err
	}
	b, err := a.openBudget(o)
	if err != nil {
		return failed(err)
	}
	result := b.shape()
	if o.plan {
		if result.Plan, err = b.plan(); err != nil {
			return failed(err)
		}
		if o.out != "" && len(result.Plan.Overrides) > 0 {
			if err := replaceFile(o.out, snippet(result.Plan.Overrides)); err != nil {
				return failed(err)
			}
		}
	}
	if a.json {
		return a.printJSON(result)
	}
	a.printBudget(result, o)
	return nil
}

// budget is a workspace's listing and what decides about it.
type budget struct {
	app       *app
	workspace string
	model     string
	modelFrom string
	window    plugins.Window
	listing   plugins.Listing
	now       plugins.Budget
	items     map[string]catalog.Item
	entries   map[string]catalog.Entry
	rejected  []catalog.Rejection
	invoked   map[string]int // by our suggestions
}

func (a *app) openBudget(o budgetOptions) (*budget, error) {
	b := &budget{app: a, workspace: a.workspaceOf(""), items: map[string]catalog.Item{}, entries: map[string]catalog.Entry{}}
	home := plugins.Home(a.clientHome())
	settings := plugins.LoadSettings(home, b.workspace)
	settings.AddEnviron(a.lookup)
	usage, warnings := plugins.LoadUsage(home)
	for _, warning := range settings.Warnings {
		fmt.Fprintln(a.errOut, "impressionism: warning:", warning)
	}
	for _, warning := range warnings {
		fmt.Fprintln(a.errOut, "impressionism: warning:", warning)
	}
	b.listing = plugins.Listing{Usage: usage, Settings: settings, Now: a.now()}
	b.read()
	b.choose(o)
	b.now = b.listing.Budget(b.window.ListingChars(settings))
	return b, b.recall()
}

// read takes in every item that the client lists.
func (b *budget) read() {
	listing := b.app.list(b.workspace)
	b.rejected = listing.Rejected
	for _, entry := range listing.Entries {
		if b.app.kinds.Pool(entry.Kind) != catalog.PoolListed {
			continue
		}
		item, _, rejection, err := b.app.kinds.Load(entry)
		switch {
		case err != nil:
			rejection = &catalog.Rejection{Path: entry.Path, Code: "unreadable", Reason: err.Error()}
			fallthrough
		case rejection != nil:
			b.rejected = append(b.rejected, *rejection)
		case item.Hidden == "":
			b.items[entry.ID], b.entries[entry.ID] = item, entry
			b.listing.Items = append(b.listing.Items, listedAs(entry, item))
		}
	}
}

// listedAs is an item as the client lists it.
func listedAs(entry catalog.Entry, item catalog.Item) plugins.Listed {
	listed := plugins.Listed{ID: entry.ID, Description: item.ListedDescription, Place: plugins.PlaceUser}
	isCommand, ofPlugin := entry.Kind == abi.KindCommand, entry.Source == catalog.SourcePlugin
	switch {
	case isCommand && ofPlugin:
		listed.Place = plugins.PlacePluginCommand
	case isCommand:
		listed.Place = plugins.PlaceCommand
	case ofPlugin:
		listed.Place = plugins.PlacePlugin
	case entry.Source == catalog.SourceProject:
		listed.Place = plugins.PlaceProject
	}
	return listed
}

// choose settles whose window it is.
func (b *budget) choose(o budgetOptions) {
	settings := b.listing.Settings
	switch {
	case o.window > 0:
		b.window, b.modelFrom = plugins.WindowTokens(o.window), shape.FromWindow
		return
	case o.model != "":
		b.model, b.modelFrom = o.model, shape.FromFlag
	case settings.Model != "":
		b.model, b.modelFrom = settings.Model, shape.FromSettings
	default:
		b.model, b.modelFrom = plugins.DefaultModel, shape.FromDefault
	}
	b.window = plugins.WindowOf(b.model, settings)
	if !plugins.IsModel(b.model) {
		fmt.Fprintf(b.app.errOut, "impressionism: warning: no model %q is known here; the client takes an unknown name for a model of %d tokens, and so does this page\n", plain(b.model), b.window.Tokens)
	}
}

// recall counts whom our suggestions have brought use.
func (b *budget) recall() error {
	b.invoked = map[string]int{}
	past, err := b.app.past(b.workspace)
	if past == nil || err != nil {
		return err
	}
	defer past.Close() //nolint:errcheck // only read
	outcomes, err := past.Outcomes(session.OutcomesOf{All: true})
	for _, outcome := range outcomes {
		b.invoked[outcome.Ref.ID] += outcome.Invoked + outcome.Late
	}
	return err
}

// uses is how often an item was used, as far as anybody counted.
func (b *budget) uses(id string) int {
	return max(int(b.listing.Usage[id].Count), b.invoked[id])
}

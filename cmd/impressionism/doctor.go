package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/doctor"
)

// doctorDays is how far back transcripts and the log are read.
const doctorDays = 14

func (a *app) doctorCommand() *cobra.Command {
	var fix bool
	var pluginDirs []string
	command := &cobra.Command{
		Use:   "doctor",
		Short: "Find what keeps suggestions, or any plugin's hooks, from working",
		Long: `Look at the program, the plugin, the hooks of every plugin and of the settings,
the model, databases, permissions, configuration, rulesets, disk and log, and tell
what to do about what is wrong. With --fix, mend what belongs to impressionism
and is safe to mend; nobody else's file is ever touched.

Ends with 0 where there are notes at most, 1 with errors or warnings, 2 if it
could not run. docs/doctor.md explains every code.`,
		Example: "  impressionism doctor\n  impressionism doctor --fix\n  impressionism doctor --plugin-dir ./my-plugin --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.doctor(fix, pluginDirs) },
	}
	command.Flags().BoolVar(&fix, "fix", false, "mend what is ours and safe")
	pluginDirFlag(command, &pluginDirs)
	return a.jsonFlag(command)
}

func pluginDirFlag(command *cobra.Command, dirs *[]string) {
	command.Flags().StringArrayVar(dirs, "plugin-dir", nil, "a plugin's folder, as given to the client")
}

func (a *app) doctor(fix bool, pluginDirs []string) error {
	if err := a.configure(a.workspaceOf("")); err != nil {
		return err
	}
	a.checkSettings(a.workspaceOf(""))
	patient, err := a.patient(pluginDirs)
	if err != nil {
		return err
	}
	report := doctor.Examine(patient)
	mended := []doctor.Mended{}
	if fix {
		mended = orEmpty(doctor.Mend(report.Findings, a.now()))
		a.refill(patient.Workspace, mended)
		if len(mended) > 0 {
			report = doctor.Examine(patient)
		}
	}
	result := shape.Doctor{
		Version: version, Workspace: patient.Workspace, Client: report.Client, Checks: report.Checks,
		Findings: orEmpty(report.Findings), HookTimes: orEmpty(report.Times), Mended: mended,
	}
	for _, f := range report.Findings {
		switch f.Severity {
		case doctor.Error:
			result.Errors++
		case doctor.Warning:
			result.Warnings++
		default:
			result.Notes++
		}
	}
	if a.json {
		err = a.printJSON(result)
	} else {
		a.printDoctor(result)
	}
	if err == nil && report.Bad() {
		return &exitError{code: exitFailed}
	}
	return err
}

// refill brings items back into an index that was emptied to mend it.
func (a *app) refill(workspace string, mended []doctor.Mended) {
	for i, m := range mended {
		if m.Where != a.paths.IndexDB || m.Error != "" || !strings.HasPrefix(m.Code, "index-") {
			continue
		}
		x, report, err := a.freshIndex(a.list(workspace), a.wire(workspace, nil))
		if err != nil {
			mended[i].Error = err.Error()
			continue
		}
		_ = x.Close() // what it would say shows at the next look
		mended[i].Did = fmt.Sprintf("it was made anew with %s; impressionism index embeds them", count(report.Added, "item", "items"))
	}
}

package dist

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/ed-irl/impressionism/cmd/build/dist/pack"
)

// packPlugin packs parts that are there.
func packPlugin(_ context.Context, args []string, out, errOut io.Writer) error {
	flags := flagSet(errOut)
	var p pack.Plugin
	output := flags.String("output", "", "the archive to write; NAME-plugin.tar.gz where it is absent")
	flags.StringVar(&p.Name, "name", "", "of the plugin, and of the archive's top folder")
	flags.StringVar(&p.Binary, "binary", "", "the program; it goes to bin/impressionism")
	flags.StringVar(&p.Small, "small", "", "the small program that answers events; it goes to bin/impressionism-hook")
	flags.StringVar(&p.Manifest, "manifest", "", "plugin.json")
	lists := map[string]*[]string{"hooks": &p.Hooks, "skills": &p.Skills, "config": &p.Config, "rules": &p.Rules}
	for name, list := range lists {
		flags.Func(name, "files and folders for "+name+"/; those of rules go to rules/builtin/", func(text string) error {
			*list = append(*list, commas(text)...)
			return nil
		})
	}
	if err := parse(flags, args); err != nil {
		return err
	}
	if *output == "" {
		*output = p.Name + "-plugin.tar.gz"
	}
	modified, err := sourceDate(os.Getenv("SOURCE_DATE_EPOCH"))
	if err != nil {
		return err
	}
	if err := p.Write(*output, modified); err != nil {
		return err
	}
	fmt.Fprintln(out, *output)
	return nil
}

// epoch is the earliest time that a zip can hold.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// sourceDate reads what reproducible builds are told for a clock.
func sourceDate(text string) (time.Time, error) {
	if text == "" {
		return epoch, nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seconds < epoch.Unix() {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %.30q, not seconds since 1970 of 1980 or later", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

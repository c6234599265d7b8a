// Command evaluate sends the labelled prompts through the program and has the
// harness that came with them score its answers.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

type evaluation struct {
	binary, data, home string
	out, errOut        io.Writer
}

func run(args []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("evaluate", flag.ContinueOnError)
	flags.SetOutput(errOut)
	e := evaluation{out: out, errOut: errOut}
	flags.StringVar(&e.binary, "binary", "bin/impressionism", "the program")
	flags.StringVar(&e.data, "data", "../shared/eval", "labelled prompts and the harness")
	flags.StringVar(&e.home, "home", ".tools", "folder with models/; indexes are kept in its cache/")
	sets := flags.String("sets", "skills-real,authored,metatool,sealtools,sessions", "sets below dev/")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	for _, set := range strings.Split(*sets, ",") {
		if err := e.one(set); err != nil {
			fmt.Fprintf(errOut, "evaluate: %s: %v\n", set, err)
			return 1
		}
	}
	return 0
}

// one answers and scores a set.
func (e evaluation) one(set string) error {
	folder := filepath.Join(e.data, "dev", set)
	corpus := filepath.Join(folder, "corpus.jsonl")
	if other, err := os.ReadFile(filepath.Join(folder, "CORPUS")); err == nil {
		corpus = filepath.Join(folder, strings.TrimSpace(string(other)))
	}
	rankings := filepath.Join(e.home, "rankings-"+set+".jsonl")
	if err := e.rank(corpus, filepath.Join(folder, "queries.jsonl"), rankings); err != nil {
		return err
	}
	verb := []string{"score", "--by", "level"}
	if set == "sessions" {
		verb = []string{"sessions"}
	}
	score := exec.Command("python3", append([]string{filepath.Join(e.data, "harness", "evalkit.py")}, append(verb, "--set", folder, "--rankings", rankings)...)...)
	score.Stdout, score.Stderr = e.out, e.errOut
	return score.Run()
}

func (e evaluation) rank(corpus, queries, rankings string) error {
	home, err := filepath.Abs(e.home)
	if err != nil {
		return err
	}
	in, err := os.Open(queries)
	if err != nil {
		return err
	}
	defer in.Close()
	to, err := os.Create(rankings)
	if err != nil {
		return err
	}
	defer to.Close()
	command := exec.Command(e.binary, "eval", "rank", corpus)
	command.Stdin, command.Stdout, command.Stderr = in, to, e.errOut
	command.Env = append(os.Environ(), "IMPRESSIONISM_HOME="+home)
	if err := command.Run(); err != nil {
		return fmt.Errorf("rank: %w", err)
	}
	return to.Close()
}

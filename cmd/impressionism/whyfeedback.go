package main

import (
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/session"
)

// addWord adds what the user said in a session.
func addWord(why *shape.Why, store *session.Store, sessionID string) error {
	of, err := store.Session(sessionID)
	if err != nil && !errors.Is(err, session.ErrNoSession) {
		return err
	}
	why.Off = of.Silent
	said, err := store.Feedback(sessionID)
	for _, f := range said {
		why.Feedback = append(why.Feedback, shape.Feedback{Ref: f.Ref, Verdict: f.Verdict, Decision: f.DecisionID, Wording: f.Wording, At: f.At})
	}
	return err
}

func (a *app) printWord(why shape.Why) {
	for _, f := range why.Feedback {
		fmt.Fprintf(a.out, "%s  you said: %s is %s\n", f.At.Local().Format("2006-01-02 15:04:05"), plain(f.Ref.ID), f.Verdict)
	}
	if why.Off {
		fmt.Fprintln(a.out, "Suggestions are off in this session; to switch them on: impressionism on")
	}
}

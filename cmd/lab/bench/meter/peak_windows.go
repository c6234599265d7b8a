package main

import "os"

// peakBytes is not known here.
func peakBytes(*os.ProcessState) int64 { return 0 }

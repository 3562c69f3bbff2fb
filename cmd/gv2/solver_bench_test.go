//go:build unix

package main

import (
	"encoding/json"
	"os"
	"syscall"
)

// usageFile is the variable with the name of the file to which a test binary that is gv2
// writes what it used.
const usageFile = "GV2_TEST_USAGE"

// usage is the processor's time of a run of gv2 in seconds, user and system.
type usage struct {
	Own    float64 `json:"own"`
	Solver float64 `json:"solver"`
}

func tellUsage(file string) {
	if file == "" {
		return
	}
	u := usage{Own: used(syscall.RUSAGE_SELF), Solver: used(syscall.RUSAGE_CHILDREN)}
	text, _ := json.Marshal(u)
	if err := os.WriteFile(file, text, 0o666); err != nil {
		panic(err)
	}
}

func used(who int) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"gv2/frontend/diag"
	"gv2/frontend/unit"
)

// load reads a file and finds the kernels in it; - is standard input. What is wrong
// with the file is in Unit.Diags; an error is about the command line.
func load(streams streams, name string, s *settings) (*unit.Unit, error) {
	var text []byte
	var err error
	if name == "-" {
		name = "<stdin>"
		text, err = io.ReadAll(streams.in)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, &exitError{code: exitUsage, err: err}
	}
	language, _ := unit.Of(name)
	return unit.Load(language, name, text, s.input)
}

// guarded runs f and turns a panic into an error that names the kernel, so that
// one kernel's trouble does not lose the verdicts on the others.
func guarded(name string, pos diag.Pos, f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: internal error in kernel %s, please report: %v\n%s", pos, name, p, debug.Stack())
		}
	}()
	f()
	return nil
}

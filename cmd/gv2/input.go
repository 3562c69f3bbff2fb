package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"gv2/frontend/diag"
	"gv2/frontend/unit"
)

// load reads a file and finds the kernels in it; - is standard input. What is wrong
// with the file is in Unit.Diags; an error is about the command line, or says that the
// time limit is over or the user does not wait.
func load(ctx context.Context, streams streams, name string, s *settings) (*unit.Unit, error) {
	ctx, end := s.limited(ctx, time.Now())
	defer end()
	var text []byte
	var err error
	switch {
	case s.text != nil:
		text, err = s.text(name)
	case name == "-":
		name = stdinName
		text, err = readAll(ctx, streams.in)
	default:
		text, err = os.ReadFile(name)
	}
	if err != nil && ctx.Err() == nil {
		return nil, &exitError{code: exitUsage, err: err}
	}
	language := s.language
	if language == nil {
		language, _ = unit.Of(name)
	}
	input, known := s.inputOf(name)
	if !known {
		fmt.Fprintf(streams.err, "gv2: note: %s does not have %s: only the flags of the command line count\n", s.commands.Path, name)
	}
	u, err := unit.Load(ctx, language, name, text, input)
	if err != nil && ctx.Err() != nil {
		return nil, s.late(ctx, name, "reading the file")
	}
	return u, err
}

// inputOf is what the flags say about a file, with what the project says of it: the command line comes first. known
// is false for a file that the project does not have.
func (s *settings) inputOf(name string) (input unit.Options, known bool) {
	input = s.input
	if s.commands == nil || name == stdinName {
		return input, true
	}
	o, known := s.commands.Of(name)
	input.Include = slices.Concat(input.Include, o.Include)
	input.Define = maps.Clone(input.Define)
	for macro, value := range o.Define {
		if _, given := input.Define[macro]; !given {
			if input.Define == nil {
				input.Define = map[string]string{}
			}
			input.Define[macro] = value
		}
	}
	if o.Arch > 0 && !s.changed("arch") {
		input.Arch = o.Arch
	}
	return input, known
}

// readAll reads what somebody types or a program writes, which may never end: then only
// ctx does. The goroutine that waits for more ends with the process.
func readAll(ctx context.Context, in io.Reader) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(in)
		read <- result{text, err}
	}()
	select {
	case r := <-read:
		return r.text, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
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

package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
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
	u, err := unit.Load(ctx, language, name, text, s.input)
	if err != nil && ctx.Err() != nil {
		return nil, s.late(ctx, name, "reading the file")
	}
	return u, err
}

// kernelWord is in every file that has a kernel in CUDA C++ or in PTX.
var kernelWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b__global__\b|\.entry\b`) })

// filesOf are the files that an argument names: itself, or the files with kernels below a
// folder, in the order of their names and without those that are hidden.
func filesOf(arg string) ([]string, error) {
	if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
		return []string{arg}, nil
	}
	var out []string
	err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
		switch hidden := strings.HasPrefix(entry.Name(), ".") && path != arg; {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case hidden || entry.IsDir():
			return nil
		}
		if _, source := unit.Of(path); !source {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && kernelWord().Match(text) {
			out = append(out, path)
		}
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no file with a kernel below this folder (looked for %s)", arg, strings.Join(extensions(), ", "))
	}
	return out, err
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

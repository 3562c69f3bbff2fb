//go:build !exact

package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gv2/frontend/kernel"
	"gv2/frontend/unit"
)

// eachFile loads the files one after another and calls f with each that can be read; it writes what is wrong with
// the others. It returns the exit codes that f returned and those of faults of the files; an error ends it.
func eachFile(ctx context.Context, io streams, files []string, s *settings, f func(*unit.Unit) []int) ([]int, error) {
	var codes []int
	for _, file := range files {
		u, err := s.readable(ctx, io, file)
		if err != nil {
			return nil, err
		}
		io.diagnostics(u.Name, u.Text, &u.Diags)
		codes = append(codes, diagCode(&u.Diags))
		if !u.Diags.HasErrors() {
			codes = append(codes, f(u)...)
		}
	}
	return codes, nil
}

// shielded calls f for kernel number i and returns its exit code; if f panics it says so and returns that of a
// failed tool, so that other kernels are not lost.
func shielded(io streams, u *unit.Unit, i int, f func() int) int {
	code := exitTool
	if err := guarded(u.Kernels[i].Name(), u.Kernels[i].Pos(), func() { code = f() }); err != nil {
		fmt.Fprintf(io.err, "gv2: %v\n", err)
	}
	return code
}

// lowered is the IR of kernel number i, which nobody lowers again. If there is none, k is nil: it has written why,
// and code is the exit code.
func lowered(ctx context.Context, io streams, s *settings, u *unit.Unit, i int) (k *kernel.Kernel, code int) {
	pos := u.Kernels[i].Pos()
	k, diags, err := s.lower(ctx, io, u, i)
	u.Forget(i)
	if err != nil && ctx.Err() != nil {
		err = s.late(ctx, pos.String(), "reading the kernel")
	}
	io.diagnostics(u.Name, u.Text, &diags)
	switch {
	case err != nil:
		fmt.Fprintf(io.err, "gv2: %v\n", err)
		return nil, codeOf(err)
	case diags.HasErrors():
		return nil, diagCode(&diags)
	}
	return k, exitProved
}

// extensions are those of all languages, without their dots.
func extensions() []string {
	var out []string
	for _, l := range unit.Languages {
		for _, e := range l.Extensions() {
			if e = strings.TrimPrefix(e, "."); !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
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

package main

import (
	"context"
	"fmt"

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

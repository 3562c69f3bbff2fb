package main

import (
	"fmt"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower"
)

// launchOf resolves the launch configuration of a kernel: flags, then the size
// of a launch in the file, which is nil where none is known or the leading comment
// says another, then __launch_bounds__, the comment, and --block-dim-default. A
// grid that is not known is open: the verdict then holds for every number of
// blocks.
func launchOf(s *settings, c comment, f *cuda.File, launched launchedKernel) (kernel.Launch, error) {
	var l kernel.Launch
	var err error
	if l.BlockDim, err = blockDimOf(s, c, f, launched); err != nil {
		return l, err
	}
	l.GridDim, err = gridDimOf(s, c, launched)
	return l, err
}

func blockDimOf(s *settings, c comment, f *cuda.File, launched launchedKernel) ([3]int, error) {
	fn := launched.FuncDecl
	switch {
	case s.blockDim != "":
		return parseBlockDim(s.blockDim)
	case launched.size != nil:
		return launched.size.Block, nil
	}
	if n, ok := lower.LaunchBounds(f, fn); ok {
		if n < 1 || n > maxThreads {
			return [3]int{}, fmt.Errorf("%s: __launch_bounds__(%d) is not between 1 and %d threads", fn.Pos, n, maxThreads)
		}
		return [3]int{n, 1, 1}, nil
	}
	switch {
	case c.blockDim != "":
		return parseWrittenBlockDim(c.blockDim)
	case s.blockDimDefault != "":
		return parseBlockDim(s.blockDimDefault)
	case len(launched.unknown) > 0:
		u := launched.unknown[0]
		return [3]int{}, fmt.Errorf("%s: kernel %s: how many threads has a block? At the launch in line %d %s; give --block-dim, as in --block-dim 64 or --block-dim 8,8",
			fn.Pos, fn.Name, u.Pos.Line, u.Why)
	}
	return [3]int{}, fmt.Errorf("%s: kernel %s: how many threads has a block? give --block-dim, as in --block-dim 64 or --block-dim 8,8", fn.Pos, fn.Name)
}

func gridDimOf(s *settings, c comment, launched launchedKernel) ([3]int, error) {
	switch {
	case s.gridDim != "":
		return parseGridDim(s.gridDim)
	case c.gridDim != "":
		return parseGridDim(c.gridDim)
	case launched.size != nil:
		return launched.size.Grid, nil
	default:
		return lower.JoinedGrid(launched.unknown), nil
	}
}

// lowerOptions joins flags, comment and launch into what the lowering needs.
func lowerOptions(s *settings, c comment, launched launchedKernel, l kernel.Launch) (lower.Options, error) {
	params, err := parseParams(append(append([]string{}, c.params...), s.params...))
	if err != nil {
		return lower.Options{}, err
	}
	shared := s.sharedBytes
	if shared < 0 {
		shared = c.sharedBytes
	}
	if shared < 0 && launched.size != nil {
		shared = launched.size.SharedBytes
	}
	return lower.Options{Launch: l, Params: params, SharedBytes: shared, UnknownConstants: s.constantTables == "unknown"}, nil
}

// launchText prints a launch for people; an open dimension is any.
func launchText(l kernel.Launch) string {
	return "block " + dimsText(l.BlockDim) + ", grid " + dimsText(l.GridDim)
}

func dimsText(d [3]int) string {
	if d == [3]int{} {
		return "any"
	}
	text := "("
	for i, n := range d {
		if i > 0 {
			text += ","
		}
		if n == 0 {
			text += "any"
		} else {
			text += fmt.Sprint(n)
		}
	}
	return text + ")"
}

package unit

import (
	"fmt"

	"gv2/frontend/host"
	"gv2/frontend/kernel"
)

// launch resolves the launch configuration of a kernel: the command line, then the
// size of a launch in the file, which is nil where none is known or the leading
// comment says another, then the bounds in the source, the comment, and the default.
// A grid that is not known is open: the verdict then holds for every number of
// blocks.
func (u *Unit) launch(k Kernel) (l kernel.Launch, err error) {
	if l.BlockDim, err = u.blockDim(k); err != nil {
		return l, err
	}
	l.GridDim = u.gridDim(k)
	return l, nil
}

func (u *Unit) blockDim(k Kernel) ([3]int, error) {
	switch {
	case u.opts.BlockDim != nil:
		return *u.opts.BlockDim, nil
	case k.size != nil:
		return k.size.Block, nil
	}
	_, known := host.Joined(k.unknown)
	if block, err := u.statedBlockDim(k); err != nil || agree(block, known) {
		if err != nil && max(known[0], known[1], known[2]) > 1 {
			return known, nil
		}
		return block, err
	}
	return known, nil
}

// Presumed reports whether the size of the kernel's blocks is the default, which nothing in the file
// states.
func (u *Unit) Presumed(k Kernel) bool {
	_, bounded := k.Bounds()
	if u.opts.BlockDim != nil || u.opts.BlockDimDefault == nil || k.size != nil || bounded || u.comment.blockDim != nil {
		return false
	}
	_, known := host.Joined(k.unknown)
	return agree(*u.opts.BlockDimDefault, known)
}

// agree reports whether a block has the dimensions that are known, which are not 0.
func agree(block, known [3]int) bool {
	for d, n := range known {
		if n != 0 && block[d] != n {
			return false
		}
	}
	return true
}

// statedBlockDim is the block that the source, the comment or the default say, where no
// launch does.
func (u *Unit) statedBlockDim(k Kernel) ([3]int, error) {
	if n, ok := k.Bounds(); ok {
		if n < 1 || n > kernel.MostThreads {
			return [3]int{}, fmt.Errorf("%s: %s(%d) is not between 1 and %d threads", k.Pos(), u.terms.Bounds, n, kernel.MostThreads)
		}
		return [3]int{n, 1, 1}, nil
	}
	switch {
	case u.comment.blockDim != nil:
		return *u.comment.blockDim, nil
	case u.opts.BlockDimDefault != nil:
		return *u.opts.BlockDimDefault, nil
	case len(k.unknown) > 0:
		first := k.unknown[0]
		return [3]int{}, fmt.Errorf("%s: kernel %s: how many threads does a block have? At the launch in line %d %s; give --block-dim, as in --block-dim 64 or --block-dim 8,8",
			k.Pos(), k.Name(), first.Pos.Line, first.Why)
	}
	return [3]int{}, fmt.Errorf("%s: kernel %s: how many threads does a block have? give --block-dim, as in --block-dim 64 or --block-dim 8,8", k.Pos(), k.Name())
}

func (u *Unit) gridDim(k Kernel) [3]int {
	switch {
	case u.opts.GridDim != nil:
		return *u.opts.GridDim
	case u.comment.gridDim != nil:
		return *u.comment.gridDim
	case k.size != nil:
		return k.size.Grid
	default:
		grid, _ := host.Joined(k.unknown)
		return grid
	}
}

// setting joins command line, comment and launch into what the lowering needs.
func (u *Unit) setting(k Kernel, l kernel.Launch) Setting {
	shared := u.opts.SharedBytes
	if shared < 0 {
		shared = u.comment.sharedBytes
	}
	if shared < 0 && k.size != nil {
		shared = k.size.SharedBytes
	}
	set := Setting{
		Launch: l, Params: joined(u.comment.params, u.opts.Params), SharedBytes: shared, UnknownConstants: u.opts.UnknownConstants,
	}
	if k.size != nil {
		for _, c := range k.size.Constants {
			if _, given := set.Params[c.Name]; !given {
				set.Params[c.Name] = c.Value
			}
		}
	}
	for _, r := range k.relations() {
		set.Holds = append(set.Holds, kernel.Precondition{Cond: r.Cond, Text: fmt.Sprintf("%s [launch at %s]", r.Text, r.Pos)})
	}
	return set
}

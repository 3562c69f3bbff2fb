package emulate

import "gv2/frontend/kernel"

// Program is a kernel in flat form.
type Program struct {
	// Sites are the statements that cause events, in the order of the text.
	Sites  []Site
	kernel *kernel.Kernel
}

// Kernel is the kernel that was compiled.
func (p *Program) Kernel() *kernel.Kernel { return p.kernel }

// Threads is the number of threads of a block.
func (p *Program) Threads() int { return p.kernel.Launch.Threads() }

// Warps is the number of warps of a block.
func (p *Program) Warps() int { return (p.Threads() + kernel.WarpSize - 1) / kernel.WarpSize }

// WarpLanes are the lanes of warp w that exist: the last warp may be short.
func (p *Program) WarpLanes(w int) Lanes {
	if n := p.Threads() - w*kernel.WarpSize; n < kernel.WarpSize {
		return 1<<n - 1
	}
	return 1<<kernel.WarpSize - 1
}

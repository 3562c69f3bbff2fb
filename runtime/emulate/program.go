package emulate

import (
	"fmt"
	"slices"
	"sync"

	"gv2/frontend/kernel"
)

// Program is a kernel in flat form. Runs of its blocks do not change it, so
// several may run at once.
type Program struct {
	// Sites are the statements that cause events, in the order of the text.
	Sites []Site

	kernel *kernel.Kernel
	tree   *tree
	arrays map[*kernel.Array]int
	// unmasked are variables with uses other than as the mask of a warp function,
	// nil if the kernel has no __activemask().
	unmasked map[*kernel.Var]bool
	// written lists the arrays that some statement of the kernel changes.
	written map[*kernel.Array]bool
	// plain is for runs without Options.Values, lean for those of them with Options.Lean.
	plain, lean func() flat

	// valued is the code for the last Options.Values, which needs more of the
	// kernel than plain does.
	mu     sync.Mutex
	values map[int]bool
	valued *code
}

// Compile flattens a kernel that passes kernel.Check. The error is *NotStatic
// if the block size is open, or if the block cannot be executed alone.
func Compile(k *kernel.Kernel) (*Program, error) {
	for _, n := range k.Launch.BlockDim {
		if n <= 0 {
			return nil, &NotStatic{Src: kernel.Src{Pos: k.Pos}, What: "the number of threads of a block", Cause: "--block-dim"}
		}
	}
	k, err := oneThread(k)
	if err != nil {
		return nil, err
	}
	p := &Program{kernel: k, arrays: map[*kernel.Array]int{}, written: map[*kernel.Array]bool{}}
	for i, a := range k.Arrays {
		p.arrays[a] = i
	}
	p.tree = newTree(k.Body)
	p.findSites()
	p.plain = sync.OnceValue(func() flat { return p.flatten(false) })
	p.lean = sync.OnceValue(func() flat { return p.flatten(true) })
	return p, nil
}

// flat is code for runs without Options.Values.
type flat struct {
	relevant *relevance
	code     *code
}

func (p *Program) flatten(lean bool) flat {
	r := &relevance{program: p, lean: lean}
	r.find()
	return flat{r, p.compile(r)}
}

// LeavesOut reports whether there are floating-point values that runs with Options.Lean leave out.
func (p *Program) LeavesOut() bool { return p.lean().relevant.leftOut }

// findSites fills Sites and written.
func (p *Program) findSites() {
	sites := make([]Site, 0, len(p.tree.nodes)) // at most
	for i := range p.tree.nodes {
		n := &p.tree.nodes[i]
		n.site = -1
		kind, array, width, ok := p.siteOf(n.stmt)
		if ok {
			n.site = int32(len(sites))
			site := newSite(len(sites), n.stmt, kind, array, width)
			site.InLoop = p.tree.inLoop(n)
			site.Copies = p.source(int32(i)) != nil
			sites = append(sites, site)
		}
	}
	p.Sites = slices.Clone(sites)
}

func newSite(id int, s kernel.Stmt, kind SiteKind, array, width int) Site {
	site := Site{ID: id, Stmt: s, Kind: kind, Array: array, Width: width, Agent: kernel.AgentOf(s), Warp: kernel.WarpAccess(s)}
	if kind == BarrierSite {
		op, _ := kernel.SyncOf(s)
		site.Sync = &op
	}
	return site
}

// siteOf describes the site of s; ok is false if s causes no event.
func (p *Program) siteOf(s kernel.Stmt) (kind SiteKind, array, width int, ok bool) {
	switch s := s.(type) {
	case *kernel.Load:
		if s.Ghost {
			return 0, -1, 0, false
		}
		return p.accessSite(ReadSite, &s.Acc)
	case *kernel.Store:
		p.written[s.Acc.Array] = true
		if kernel.Reduces(s) > 0 {
			return p.accessSite(AtomicSite, &s.Acc) // kernels have no other atomics on the array: see kernel.MixedReduction
		}
		return p.accessSite(WriteSite, &s.Acc)
	case *kernel.Atomic:
		p.written[s.Acc.Array] = true
		return p.accessSite(AtomicSite, &s.Acc)
	case *kernel.WarpSync, *kernel.Shuffle:
		return WarpSite, -1, 0, true
	case *kernel.Vote:
		if s.Op == kernel.ActiveMask && p.unmasked == nil {
			p.unmasked = unmaskedUses(p.kernel.Body)
		}
		return WarpSite, -1, 0, s.Op != kernel.ActiveMask
	case *kernel.Assert:
		return AssertSite, -1, 0, true
	case *kernel.Async:
		return AsyncSite, -1, 0, true
	default:
		// Others concern their thread alone, or are barrier operations.
		op, ok := kernel.SyncOf(s)
		if ok && !op.Object.Barrier() && op.Object.Kind != kernel.NoObject && op.Object.Kind != kernel.LivesOfBlocks {
			// To pass over it would be to say that it orders nothing and that nobody waits.
			panic(fmt.Sprintf("emulate: %T synchronises by %s, and has no meaning here", s, op.Object.Kind))
		}
		return BarrierSite, -1, 0, ok && op.Object.Barrier()
	}
}

func (p *Program) accessSite(kind SiteKind, a *kernel.Access) (SiteKind, int, int, bool) {
	return kind, p.arrays[a.Array], a.Width, visible(a.Array)
}

// visible reports whether accesses to a are events: other threads can see it,
// and some thread may write it.
func visible(a *kernel.Array) bool {
	return a.Space == kernel.Shared || a.Space == kernel.Global
}

// Kernel is the compiled kernel.
func (p *Program) Kernel() *kernel.Kernel { return p.kernel }

// Fixed reports whether a precondition fixes the value of a parameter that the
// code reads.
func (p *Program) Fixed(param *kernel.Var) bool {
	return slices.ContainsFunc(p.plain().code.presets, func(s preset) bool { return s.param == param && s.known })
}

// Threads is the number of threads of a block.
func (p *Program) Threads() int { return p.kernel.Launch.Threads() }

// Warps is the number of warps of a block.
func (p *Program) Warps() int { return (p.Threads() + kernel.WarpSize - 1) / kernel.WarpSize }

// WarpLanes are the lanes of warp w that exist: the last warp may be short.
func (p *Program) WarpLanes(w int) Lanes {
	if n := p.Threads() - w*kernel.WarpSize; n < kernel.WarpSize {
		return 1<<n - 1
	}
	return allLanes
}

// Decides reports whether the contents of the array with that index can reach a
// branch, an address, a barrier or an assertion.
func (p *Program) Decides(array int) bool { return p.plain().code.matters[array] }

// codeFor returns the code for a run: one that computes the stored values of the sites in Options.Values, if there are any.
func (p *Program) codeFor(o Options) *code {
	values := o.Values
	switch {
	case len(values) == 0 && o.Lean:
		return p.lean().code
	case len(values) == 0:
		return p.plain().code
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.valued == nil || !sameSet(p.values, values) {
		r := &relevance{program: p, values: values, base: p.plain().relevant}
		r.find()
		p.valued, p.values = p.compile(r), values
	}
	return p.valued
}

func sameSet(a, b map[int]bool) bool {
	for i, in := range a {
		if in != b[i] {
			return false
		}
	}
	for i, in := range b {
		if in != a[i] {
			return false
		}
	}
	return true
}

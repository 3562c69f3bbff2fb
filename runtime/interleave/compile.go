package interleave

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/flat"
)

// Compile compiles a kernel for Run. The error is ErrUnsupported.
func Compile(k *kernel.Kernel) (*Program, error) {
	if kernel.AccessesMembers(k) { // an execution that leaves one is void
		k = kernel.InsideArrays(k)
	}
	code, err := flat.Compile(k)
	if err != nil || kernel.UnknownObject(k.Body) != nil || !barriersAreWhole(code) || kernel.SharesOut(k) {
		return nil, ErrUnsupported
	}
	p := &Program{Program: code}
	for i, a := range k.Arrays {
		p.arrays = append(p.arrays, &array{Array: a, number: i})
	}
	p.uses()
	p.conditions = p.assumed()
	for _, n := range p.compared {
		p.hints = append(p.hints, n-1, n, n+1)
	}
	slices.Sort(p.hints)
	p.hints = slices.Compact(p.hints)
	return p, nil
}

// barriersAreWhole reports whether all barriers are of the whole block or grid.
func barriersAreWhole(code *flat.Program) bool {
	for i := range code.Instrs {
		b, ok := code.Instrs[i].Stmt.(*kernel.Barrier)
		if !ok {
			continue
		}
		if op, _ := kernel.SyncOf(b); !whole(&op) {
			return false
		}
	}
	return true
}

// uses finds what the kernel does with arrays, and the integers that it compares with.
func (p *Program) uses() {
	kernel.Walk(p.Kernel.Body, func(s kernel.Stmt) bool {
		p.volatile = p.volatile || isVolatile(s)
		switch s := s.(type) {
		case *kernel.Fence:
			p.fences = true
		case *kernel.Store:
			a := p.arrayOf(s.Acc.Array)
			a.written, a.plain = true, true
		case *kernel.Load:
			p.arrayOf(s.Acc.Array).plain = true
		case *kernel.Atomic:
			a := p.arrayOf(s.Acc.Array)
			a.written, a.counts = true, a.counts || s.Dst != nil
		default:
			// Others change no memory.
		}
		kernel.Exprs(s, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if b, ok := e.(*kernel.Binary); ok && b.Op.IsComparison() {
					p.hint(b.X)
					p.hint(b.Y)
				}
				return true
			})
		})
		return true
	})
}

func (p *Program) hint(e kernel.Expr) {
	if n, ok := e.(*kernel.Const); ok && n.T.IsInt() && !slices.Contains(p.compared, n.Val) {
		p.compared = append(p.compared, n.Val)
	}
}

// arrayOf is what is known about an array of the kernel.
func (p *Program) arrayOf(a *kernel.Array) *array { return p.arrays[slices.Index(p.Kernel.Arrays, a)] }

// whole reports whether every thread of the block, or of the grid, takes part in a
// barrier, and its number is constant. A barrier that names the number of its
// threads does not count, since they may meet at several statements.
func whole(op *kernel.SyncOp) bool {
	_, fixed := op.Object.ID.(*kernel.Const)
	return op.Registers && op.Waits && (op.Object.ID == nil || fixed) && op.Count == nil
}

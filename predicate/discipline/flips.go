package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// A barrier of the grid that tells by a bit that turns, as the headers of cooperative groups write it:
//
//	__syncthreads();
//	if (threadIdx.x == 0) {
//	  unsigned n = 1;
//	  if (blockIdx.x == 0) n = 0x80000000 - (gridDim.x - 1);
//	  __threadfence();
//	  unsigned old = atomicAdd(arrived, n);
//	  while (((old ^ *arrived) & 0x80000000) == 0) {}
//	  __threadfence();
//	}
//	__syncthreads();
//
// All blocks together add 0x80000000 in a round: the word, whose other bits are 0 at the start, has its highest bit turned and the others 0 again. Before the
// last one has come, what has been added is less than that: without the first block at most gridDim - 1, and with it 0x80000000
// less one for each block that is still to come. So the bit turns with the last arrival of the round and not before, and stays as it is until the last one of
// the next round, to which the thread that waits belongs itself: what it sees turned is a value behind all arrivals of its round. That is so for at
// most 2^31 blocks, and whatever the highest bit is at the start. The order is that of rounds.go, whose argument holds with this sight for the other.

// signBit is the bit that turns.
const signBit = 1 << 31

// flipping reads such a place from the statements of the one thread, those of one branch or of several that follow each other.
type flipping struct {
	r     *rounds
	array *kernel.Array
	m     meetingAt
	// is tells which variables hold what the arrival has found, or what the wait sees.
	is map[*kernel.Var]kernel.Expr
	// old and seen are marks for these.
	old, seen kernel.Expr
	stage     int // 1 behind the fence, 2 behind the arrival, 3 behind the wait, 4 behind what acquires
}

// flips reads the statements that stand between two barriers of the block.
func (r *rounds) flips(branches []*kernel.If, between [][]kernel.Stmt) (meetingAt, *kernel.Array) {
	mark := func(name string) kernel.Expr {
		return kernel.Ref(&kernel.Var{Name: name, T: kernel.U32, Temp: true})
	}
	f := &flipping{r: r, m: meetingAt{inside: map[kernel.Stmt]bool{}, branch: branches[0], more: branches[1:]}, is: map[*kernel.Var]kernel.Expr{}, old: mark("old"), seen: mark("seen")}
	for i, b := range branches {
		if !f.list(b.Then) || !f.list(between[i]) {
			return f.m, nil
		}
	}
	if f.stage != 4 {
		return f.m, nil
	}
	return f.m, f.array
}

func (f *flipping) list(stmts []kernel.Stmt) bool {
	for _, s := range stmts {
		switch s := s.(type) {
		case *kernel.Assign:
			f.assign(s)
		case *kernel.Havoc:
			delete(f.is, s.Dst)
		case *kernel.If:
			if f.stage > 1 || !onlyAssigns(s) {
				return false
			}
			f.forget(s)
		case *kernel.Fence:
			if !covers(s.Scope, kernel.DeviceScope) {
				return false
			}
			order := s.Order()
			switch {
			case f.stage == 0 && order != kernel.Acquire:
				f.stage = 1
			case f.stage == 3 && order != kernel.Release:
				f.stage = 4
			}
		case *kernel.Atomic:
			if !f.arrives(s) {
				return false
			}
		case *kernel.Loop:
			if f.stage != 2 || !f.waits(s) {
				return false
			}
		default:
			// Others do more than to meet.
			return false
		}
	}
	return true
}

func (f *flipping) assign(s *kernel.Assign) {
	delete(f.is, s.Dst)
	if v, ok := kernel.StripSameWidth(s.X).(*kernel.VarRef); ok && f.is[v.Var] != nil && s.Dst.T.Bits == 32 {
		f.is[s.Dst] = f.is[v.Var]
	}
}

// forget drops what is known of variables that statements assign.
func (f *flipping) forget(stmts ...kernel.Stmt) {
	for _, s := range parts(stmts) {
		if v := kernel.Assigned(s); v != nil {
			delete(f.is, v)
		}
	}
}

// arrives reads the atomic that counts the block.
func (f *flipping) arrives(s *kernel.Atomic) bool {
	elem := s.Acc.Array.Elem
	if f.stage > 1 || s.Op != "add" || s.Dst == nil || len(s.Args) != 1 || !covers(s.Scope, kernel.DeviceScope) || s.Acc.Width != 1 || elem.Kind != kernel.Int || elem.Bits != 32 || s.Dst.T.Bits != 32 {
		return false
	}
	if f.stage == 0 && s.Order != kernel.Release && s.Order != kernel.AcquireRelease {
		return false
	}
	if _, ok := constant(s.Acc.Index); !ok {
		return false
	}
	f.array, f.stage, f.m.inside[s], f.m.adds = s.Acc.Array, 2, true, s
	f.is[s.Dst] = f.old
	return true
}

// waits reads the loop that waits for the bit.
func (f *flipping) waits(l *kernel.Loop) bool {
	if len(l.Invariants) > 0 {
		return false
	}
	round, rest := l.Head, slices.Concat(l.Body, l.Post)
	if l.DoWhile {
		round, rest = slices.Concat(l.Body, l.Post, l.Head), nil
	}
	f.forgetUnset(l)
	acquires, looks := false, 0
	for _, s := range slices.Concat(round, rest) {
		switch s := s.(type) {
		case *kernel.Assign, *kernel.Havoc:
		case *kernel.Load:
			if !s.Volatile || s.Acc.Array != f.array || s.Acc.Width != 1 || !slices.Contains(round, kernel.Stmt(s)) {
				return false
			}
			looks, f.m.inside[s] = looks+1, true
		case *kernel.Atomic:
			if !looksOnly(s) || s.Acc.Array != f.array || s.Acc.Width != 1 || !covers(s.Scope, kernel.DeviceScope) || !slices.Contains(round, kernel.Stmt(s)) {
				return false
			}
			acquires = s.Order == kernel.Acquire || s.Order == kernel.AcquireRelease
			looks, f.m.inside[s] = looks+1, true
		default:
			// Anything else would have to be understood.
			return false
		}
	}
	if looks != 1 {
		return false
	}
	for _, s := range round {
		switch s := s.(type) {
		case *kernel.Assign:
			f.assign(s)
		case *kernel.Load:
			f.is[s.Dst] = f.seen
		case *kernel.Atomic:
			f.is[s.Dst] = f.seen
		default:
			// Others hold neither.
			f.forget(s)
		}
	}
	if !f.unturned(l.Cond) {
		return false
	}
	f.stage = 3
	if acquires {
		f.stage = 4
	}
	f.forget(l)
	return true
}

// forgetUnset drops what is known of variables that a round assigns: the next one begins with other values.
func (f *flipping) forgetUnset(l *kernel.Loop) {
	f.forget(l.Head...)
	f.forget(l.Body...)
	f.forget(l.Post...)
}

// unturned reports whether a condition says that the bit is what the arrival has found.
func (f *flipping) unturned(cond kernel.Expr) bool {
	c, ok := cond.(*kernel.Binary)
	if !ok {
		return false
	}
	n, is := constant(c.Y)
	x := kernel.StripSameWidth(c.X)
	switch {
	case c.Op == kernel.Eq && is && n == 0:
		b, ok := x.(*kernel.Binary)
		if !ok {
			return false
		}
		by, known := constant(b.Y)
		return known && (b.Op == kernel.And && uint32(by) == signBit || b.Op == kernel.Shr && by == 31) && f.both(b.X)
	case c.Op == kernel.Ge && is && n == 0:
		return c.X.Type().Signed && f.both(x)
	case c.Op == kernel.Lt && is && uint32(n) == signBit:
		return !c.X.Type().Signed && f.both(x)
	case c.Op == kernel.Eq:
		return f.bitOf(c.X) != nil && f.bitOf(c.Y) != nil && f.bitOf(c.X) != f.bitOf(c.Y)
	default:
		// Others say something else.
	}
	return false
}

// both reports whether an expression is the exclusive or of what was found and what is seen.
func (f *flipping) both(e kernel.Expr) bool {
	b, ok := kernel.StripSameWidth(e).(*kernel.Binary)
	if !ok || b.Op != kernel.Xor {
		return false
	}
	x, y := f.value(b.X), f.value(b.Y)
	return x != nil && y != nil && x != y
}

func (f *flipping) value(e kernel.Expr) kernel.Expr {
	if v, ok := kernel.StripSameWidth(e).(*kernel.VarRef); ok {
		return f.is[v.Var]
	}
	return nil
}

// bitOf is the mark of which an expression is the highest bit.
func (f *flipping) bitOf(e kernel.Expr) kernel.Expr {
	b, ok := kernel.StripSameWidth(e).(*kernel.Binary)
	if !ok {
		return nil
	}
	by, known := constant(b.Y)
	if known && b.Op == kernel.And && uint32(by) == signBit {
		return f.value(b.X)
	}
	return nil
}

// onlyAssigns reports whether all that statements do is to assign.
func onlyAssigns(stmts ...kernel.Stmt) bool {
	for _, s := range parts(stmts) {
		switch s.(type) {
		case *kernel.Assign, *kernel.Havoc, *kernel.If:
		default:
			// Others do more.
			return false
		}
	}
	return true
}

// share is what a block has to add: 1, and the first one what is missing to 0x80000000.
func (r *rounds) share() kernel.Expr {
	first := kernel.Expr(nil)
	var blocks kernel.Expr = kernel.NewConst(kernel.I64, 1)
	for d := range 3 {
		blocks = kernel.Bin(kernel.Mul, blocks, kernel.Widened(r.kernel.Launch.Size(kernel.GridDim, d)))
		if r.kernel.Launch.GridDim[d] == 1 {
			continue
		}
		zero := kernel.Op(kernel.Eq, &kernel.Builtin{Kind: kernel.BlockIdx, Dim: d}, kernel.Unsigned(0))
		if first == nil {
			first = zero
		} else {
			first = kernel.Op(kernel.LAnd, first, zero)
		}
	}
	missing := kernel.Bin(kernel.Sub, kernel.NewConst(kernel.I64, signBit+1), kernel.Fold(blocks))
	if first == nil {
		return kernel.Fold(missing)
	}
	return &kernel.Cond{C: first, X: kernel.Fold(missing), Y: kernel.NewConst(kernel.I64, 1)}
}

// turned is what stands for one of the branches of such a place: what it computes is kept, what it adds is claimed, and behind the last one
// all blocks meet.
func (r *rounds) turned(m *meetingAt, b *kernel.If, array *kernel.Array, out *Found) []kernel.Stmt {
	text := "the barrier of the grid by " + (&word{array: array}).label() + " turns its bit when all blocks have come"
	kept := *b
	kept.Then = nil
	for _, s := range b.Then {
		switch s := s.(type) {
		case *kernel.Fence:
		case *kernel.Atomic, *kernel.Loop:
			if s == kernel.Stmt(m.adds) {
				kept.Then = append(kept.Then, &kernel.Assert{Src: b.Src, Cond: kernel.Op(kernel.Eq, kernel.Widened(m.adds.Args[0]), r.share()), Text: text})
				out.Claims = append(out.Claims, Missing{b.Src.Pos, text})
			}
			kept.Then = append(kept.Then, unknown(s)...)
		default:
			// Others only compute.
			kept.Then = append(kept.Then, s)
		}
	}
	list := []kernel.Stmt{&kept}
	if len(m.more) == 0 || m.more[len(m.more)-1] == b {
		list = append(list, &kernel.Barrier{Src: b.Src, ID: kernel.NewConst(kernel.I32, 0), Grid: true})
	}
	return list
}

// unknown gives the variables that a statement assigns any values.
func unknown(s kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	seen := map[*kernel.Var]bool{}
	for _, s := range parts([]kernel.Stmt{s}) {
		if v := kernel.Assigned(s); v != nil && !seen[v] {
			seen[v] = true
			out = append(out, &kernel.Havoc{Src: s.Source(), Dst: v})
		}
	}
	return out
}

// fewBlocks is the premise that the bit turns only once in a round; empty if any grid has as few blocks.
func (r *rounds) fewBlocks() string {
	known := int64(1)
	for d, n := range r.kernel.Launch.GridDim {
		switch {
		case n == 0 && d == 0:
			known *= signBit - 1
		case n == 0:
			known *= 65535
		default:
			known *= int64(n)
		}
		if known > signBit {
			return "the grid has at most 2^31 blocks"
		}
	}
	return ""
}

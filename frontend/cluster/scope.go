package cluster

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// scoped is k with operations of the scope of the block instead of that of the cluster: the block will be the cluster, or is
// one by itself.
func scoped(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		switch s := s.(type) {
		case *kernel.Atomic:
			if s.Scope == kernel.ClusterScope {
				of := *s
				of.Scope = kernel.BlockScope
				return &of
			}
		case *kernel.Fence:
			if s.Scope == kernel.ClusterScope {
				of := *s
				of.Scope = kernel.BlockScope
				return &of
			}
		default:
			// Others have no scope.
		}
		return s
	})
	return &c
}

// ofOneBlock refuses what is of the scope of one block where it could pass for one of the cluster: such atomics on memory that other blocks
// access, such operations on barriers in memory that other blocks use, and such fences in kernels whose blocks may tell each other something through memory.
func ofOneBlock(k *kernel.Kernel) *diag.Diagnostic {
	reaching := reachOf(k)
	far := reaching.any
	signalled, awaited := reaching.barriers(k)
	var fence *kernel.Fence
	var fault *diag.Diagnostic
	strong := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		shared := false
		if acc := kernel.Touched(s); acc != nil {
			shared = acc.Array.Space == kernel.Shared && !far || acc.Array.Space == kernel.Local
		}
		switch s := s.(type) {
		case *kernel.Atomic:
			strong = strong || !shared
			if s.Scope == kernel.BlockScope && !shared && fault == nil {
				fault = refused(s.Src, "an atomic")
			}
		case *kernel.Phase:
			met := signalled[s.At.Array] // a wait is for those who arrive
			if s.Op == kernel.PhaseArrive {
				met = awaited[s.At.Array] || reaching.value(s.At.Index)
			}
			if s.OfBlock && met && fault == nil {
				fault = refused(s.Src, "an operation on a barrier that other blocks use,")
			}
		case *kernel.Load:
			strong = strong || s.Volatile && !shared
		case *kernel.Store:
			strong = strong || s.Volatile && !shared
		case *kernel.Fence:
			if s.Scope == kernel.BlockScope && fence == nil {
				fence = s
			}
		default:
			// Others have no scope.
		}
		return true
	})
	if fault == nil && fence != nil && strong {
		fault = refused(fence.Src, "a fence")
	}
	return fault
}

// unscoped reports whether operations for which the program gives no scope are to order accesses of different blocks: a
// wait on a barrier on which others arrive, or an arrive on one of theirs.
func unscoped(k *kernel.Kernel) bool {
	reaching := reachOf(k)
	signalled, _ := reaching.barriers(k)
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		p, is := s.(*kernel.Phase)
		return is && p.Unscoped && (p.Op != kernel.PhaseArrive && signalled[p.At.Array] || p.Op == kernel.PhaseArrive && reaching.value(p.At.Index))
	})
}

// scopeAssumed is what is taken for granted of these.
const scopeAssumed = "operations on barriers in memory without a scope are of the cluster where other blocks take part (the PTX manual's default is .cta)"

func refused(at kernel.Src, what string) *diag.Diagnostic {
	return &diag.Diagnostic{Pos: at.Pos, Severity: diag.Unsupported,
		Message: what + " of the scope of the block in a kernel of clusters, whose blocks gv2 does not tell apart; use the scope of the cluster or of the device"}
}

// barriers are the arrays with barriers in memory on which threads, or copies, of other blocks may arrive, and those
// with barriers that threads of other blocks may wait for.
func (r *reach) barriers(k *kernel.Kernel) (signalled, awaited map[*kernel.Array]bool) {
	signalled, awaited = map[*kernel.Array]bool{}, map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if p, is := s.(*kernel.Phase); is && r.value(p.At.Index) {
			signalled[p.At.Array] = true
			if p.Op == kernel.PhaseTest || p.Op == kernel.PhaseWait {
				awaited[p.At.Array] = true
			}
		}
		if a := kernel.AgentOf(s); a != nil && a.At != nil && r.value(a.At.Index) {
			signalled[a.At.Array] = true
		}
		return true
	})
	return signalled, awaited
}

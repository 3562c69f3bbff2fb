// Package cluster makes one large block of a cluster of blocks.
//
// In: a kernel whose launch has clusters, as a front end lowers it: it is about one block, ClusterRank is that block's
// number, ClusterDim the size of clusters that nothing says, Barrier.Cluster marks barriers of the cluster, and an index into shared memory may have kernel.Distance to
// another block added. Out: a kernel whose block is the whole cluster, in which nothing of this is left. So every stage
// behind knows clusters that knows blocks.
//
//	threadIdx.z            counts the blocks, too: it is rank * blockDim.z + threadIdx.z
//	blockIdx, gridDim      count clusters; what the program calls so is computed from them and the rank
//	shared arrays          have one part for each block, Array.Part elements apart
//	__syncthreads()        is a numbered barrier of the block's own, with a count
//	cluster.sync()         is a barrier of the whole block, or an arrive and a wait on a barrier in memory, where arrive
//	                       and wait are apart, threads exit early or blocks take ways past it: exited threads are not
//	                       expected (PTX ISA, exit and barrier.cluster)
//
// Whether a block lives while others access its shared memory (CUDA C++ Programming Guide, "Distributed Shared
// Memory": they have to have begun, and not to have ended) only the exact engine looks at. Where the text
// does not show it, by barriers of the whole cluster around all such accesses, a Fence with Lives keeps other engines from
// an answer.
package cluster

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Uses reports whether k speaks of clusters, or computes with their size.
func Uses(k *kernel.Kernel) bool {
	found := false
	state := slices.Clone(k.Requires)
	for _, x := range k.Extents {
		state = append(state, x.Count)
	}
	for _, e := range state {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			found = found || ofCluster(e)
			return !found
		})
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		b, is := s.(*kernel.Barrier)
		found = found || is && b.Cluster
		kernel.Exprs(s, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				found = found || ofCluster(e)
				return !found
			})
		})
		return !found
	})
	return found
}

func ofCluster(e kernel.Expr) bool {
	switch e := e.(type) {
	case *kernel.Builtin:
		return e.Kind == kernel.ClusterRank || e.Kind == kernel.ClusterDim
	case *kernel.Call:
		return kernel.IsDistance(e)
	default:
		// Others are of the thread and its block.
		return false
	}
}

// joiner is one call of Join.
type joiner struct {
	k     *kernel.Kernel // the original
	out   *kernel.Kernel
	l     kernel.Launch // of out
	ranks int64
	// apart is set if the program has arrives at the barrier of the cluster that are not those of cluster.sync().
	apart bool
	// arrays are those of out, by the original ones.
	arrays map[*kernel.Array]*kernel.Array
	far    *reach
	// numbers are the first numbers of the barriers of blocks, by their numbers in the program.
	numbers map[int64]int64
	// memory is the barrier of the cluster, if that lies in memory, and token what a thread's arrive on it returned.
	memory *kernel.Array
	token  *kernel.Var
	whole  int64 // its number otherwise
}

// Join returns the kernel whose blocks are the clusters of k, and k itself if its launch has no clusters and
// it does not speak of any. A fault is a reason why it cannot.
func Join(k *kernel.Kernel) (*kernel.Kernel, *diag.Diagnostic) {
	if k.Launch.Cluster == [3]int{} && !Uses(k) {
		return scoped(k), nil
	}
	if k.Launch.Ranks() > 1 {
		if fault := ofOneBlock(k); fault != nil {
			return nil, fault
		}
	}
	whole := *k
	apart := kernel.Any(k.Body, isArrive)
	whole.Body = together(k.Body)
	if whole.Launch.Ranks() > 1 {
		body, fault := released(&whole)
		if fault != nil {
			return nil, fault
		}
		whole.Body = together(body)
	}
	k = scoped(&whole)
	j := &joiner{k: k, apart: apart, ranks: int64(k.Launch.Ranks()), arrays: map[*kernel.Array]*kernel.Array{}, numbers: map[int64]int64{}}
	if fault := j.launch(); fault != nil {
		return nil, fault
	}
	out := *k
	j.out = &out
	out.Launch = j.l
	j.far = reachOf(k)
	if fault := j.barriers(); fault != nil {
		return nil, fault
	}
	j.memories()
	out.Body = j.stmts(k.Body)
	out.Requires = slices.Clone(k.Requires)
	for i, r := range out.Requires {
		out.Requires[i] = j.expr(r)
	}
	out.Extents = slices.Clone(k.Extents)
	for i := range out.Extents {
		out.Extents[i].Count = j.expr(out.Extents[i].Count)
	}
	j.surround()
	out.Numbered = j.names()
	out.Assumptions = append(slices.Clone(k.Assumptions), fmt.Sprintf("clusters have %d blocks %s", j.ranks, kernel.DimsText(j.cluster())))
	if j.ranks > 1 && unscoped(k) {
		out.Assumptions = append(out.Assumptions, scopeAssumed)
	}
	return &out, nil
}

// surround puts statements of the cluster's own before and behind the kernel.
func (j *joiner) surround() {
	src := kernel.Src{Pos: j.k.Pos}
	var head []kernel.Stmt
	if j.far.any && !j.far.enclosed(j.k.Body) && j.ranks > 1 {
		head = append(head, &kernel.Fence{Src: src, Scope: kernel.BlockScope, Lives: true})
	}
	if j.memory != nil {
		first := kernel.Op(kernel.Eq, j.l.LinearID(), kernel.Unsigned(0))
		head = append(head, &kernel.If{Src: src, Cond: first, Then: []kernel.Stmt{
			&kernel.Phase{Src: src, Op: kernel.PhaseInit, At: j.at(), Count: kernel.Unsigned(int64(j.l.Threads()))},
		}})
		j.out.Body = append(j.out.Body, j.leave(src))
	}
	j.out.Body = slices.Concat(head, j.out.Body)
}

func (j *joiner) fault(at diag.Pos, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Pos: at, Severity: diag.Unsupported, Message: fmt.Sprintf(format, args...)}
}

func (j *joiner) cluster() [3]int {
	c := j.k.Launch.Cluster
	for d := range c {
		c[d] = max(c[d], 1)
	}
	return c
}

// launch makes the launch of the joined kernel.
func (j *joiner) launch() *diag.Diagnostic {
	l := j.k.Launch
	l.Cluster = j.cluster()
	l.Joined = true
	if j.ranks > 1 && (l.Threads() == 0 || l.Threads()%kernel.WarpSize != 0) {
		return j.fault(j.k.Pos, "a cluster of blocks of %s, which are no whole warps; give a --block-dim that is a multiple of %d", kernel.DimsText(l.BlockDim), kernel.WarpSize)
	}
	for d, n := range l.GridDim {
		if n%l.Cluster[d] != 0 {
			return &diag.Diagnostic{Pos: j.k.Pos, Severity: diag.Error, Message: fmt.Sprintf("a grid of %s is not made of clusters of %s; give a --grid-dim that is a multiple",
				kernel.DimsText(j.k.Launch.GridDim), kernel.DimsText(l.Cluster))}
		}
		l.GridDim[d] = n / l.Cluster[d]
	}
	l.BlockDim[2] *= int(j.ranks)
	j.l = l
	return nil
}

// memories gives shared arrays one part for each block.
func (j *joiner) memories() {
	j.out.Arrays = nil
	for _, a := range j.k.Arrays {
		c := a
		if a.Space == kernel.Shared && j.ranks > 1 {
			of := *a
			of.Part = kernel.PartBytes / int64(a.Elem.Bytes())
			of.Len = j.ranks * of.Part
			c = &of
		}
		j.arrays[a] = c
		j.out.Arrays = append(j.out.Arrays, c)
	}
	if j.memory != nil {
		j.out.Arrays = append(j.out.Arrays, j.memory)
	}
	j.out.Vars = slices.Clone(j.k.Vars)
	if j.token != nil {
		j.out.Vars = append(j.out.Vars, j.token)
	}
}

// rank is the number of the thread's block in its cluster.
func (j *joiner) rank() kernel.Expr {
	return j.divided(&kernel.Builtin{Kind: kernel.ThreadIdx, Dim: 2}, kernel.Div, int64(j.k.Launch.BlockDim[2]), 1)
}

// divided is x / n or x % n; where n is 1 that is x, or 0.
func (j *joiner) divided(x kernel.Expr, op kernel.BinaryOp, n int64, ranks int64) kernel.Expr {
	if ranks > 0 && j.ranks == 1 {
		return kernel.Unsigned(0)
	}
	return kernel.FoldNode(&kernel.Binary{Op: op, X: x, Y: kernel.Unsigned(n)})
}

func (j *joiner) expr(e kernel.Expr) kernel.Expr {
	return kernel.MapExpr(e, j.node)
}

// node is a leaf, or a call, of the joined kernel.
func (j *joiner) node(e kernel.Expr) kernel.Expr {
	switch e := e.(type) {
	case *kernel.Builtin:
		return j.builtin(e)
	case *kernel.Call:
		if kernel.IsDistance(e) {
			wide := func(x kernel.Expr) kernel.Expr { return kernel.FoldNode(&kernel.Convert{T: kernel.I64, X: x}) }
			return kernel.FoldNode(&kernel.Binary{Op: kernel.Sub, X: wide(e.Args[0]), Y: wide(j.rank())})
		}
	default:
		// Others are what they were.
	}
	return e
}

func (j *joiner) builtin(b *kernel.Builtin) kernel.Expr {
	c := j.cluster()
	switch {
	case b.Kind == kernel.ClusterRank:
		return j.rank()
	case b.Kind == kernel.ClusterDim:
		return kernel.Unsigned(int64(c[b.Dim]))
	case b.Kind == kernel.ThreadIdx && b.Dim == 2:
		if j.k.Launch.BlockDim[2] == 1 {
			return kernel.Unsigned(0)
		}
		return j.divided(b, kernel.Rem, int64(j.k.Launch.BlockDim[2]), 0)
	case b.Kind == kernel.BlockDim && b.Dim == 2 && j.ranks > 1:
		return kernel.Unsigned(int64(j.k.Launch.BlockDim[2]))
	case b.Kind == kernel.GridDim && c[b.Dim] > 1:
		return kernel.Bin(kernel.Mul, b, kernel.Unsigned(int64(c[b.Dim])))
	case b.Kind == kernel.BlockIdx && c[b.Dim] > 1:
		within := j.rank()
		for d := range b.Dim {
			if c[d] > 1 {
				within = kernel.Bin(kernel.Div, within, kernel.Unsigned(int64(c[d])))
			}
		}
		for d := b.Dim + 1; d < 3; d++ {
			if c[d] > 1 {
				within = kernel.Bin(kernel.Rem, within, kernel.Unsigned(int64(c[b.Dim])))
				break
			}
		}
		if j.l.GridDim[b.Dim] == 1 {
			return within
		}
		return kernel.Bin(kernel.Add, kernel.Bin(kernel.Mul, b, kernel.Unsigned(int64(c[b.Dim]))), within)
	}
	return b
}

// access is an access of the joined kernel: in the own part of shared memory, unless a distance leads
// elsewhere, as far says it may.
func (j *joiner) access(acc kernel.Access, far bool) kernel.Access {
	old := acc.Array
	acc.Array = j.arrays[old]
	if acc.Array == old {
		return acc
	}
	if !far && acc.Member == nil && old.Len >= 0 {
		acc.Member = &kernel.Subarray{Index: acc.Index, Of: old}
	}
	if !far && !j.inPart(acc.Index, acc.Array.Part) {
		// An access outside of the array is none to another block's memory.
		acc.Index = kernel.Bin(kernel.And, acc.Index, kernel.NewConst(kernel.I64, acc.Array.Part-1))
	}
	acc.Far = far
	own := kernel.Bin(kernel.Mul, kernel.Widened(j.rank()), kernel.NewConst(kernel.I64, acc.Array.Part))
	acc.Index = kernel.Fold(kernel.Bin(kernel.Add, own, acc.Index))
	return acc
}

func (j *joiner) agent(a *kernel.Agent) *kernel.Agent {
	if a == nil || a.At == nil {
		return a
	}
	c := *a
	at := j.access(*a.At, true)
	c.At = &at
	return &c
}

// stmts is statements of the joined kernel.
func (j *joiner) stmts(list []kernel.Stmt) []kernel.Stmt {
	return kernel.Rewrite(list, func(_, s kernel.Stmt) []kernel.Stmt {
		far := j.far.reaches(s)
		s = kernel.MapExprs(s, j.expr)
		switch s := s.(type) {
		case *kernel.Load:
			c := *s
			c.Acc, c.Agent = j.access(s.Acc, far), j.agent(s.Agent)
			return []kernel.Stmt{&c}
		case *kernel.Store:
			c := *s
			c.Acc, c.Agent = j.access(s.Acc, far), j.agent(s.Agent)
			return []kernel.Stmt{&c}
		case *kernel.Atomic:
			c := *s
			c.Acc = j.access(s.Acc, far)
			return []kernel.Stmt{&c}
		case *kernel.Phase:
			c := *s
			c.At, c.Agent = j.access(s.At, far), j.agent(s.Agent)
			return []kernel.Stmt{&c}
		case *kernel.Assert:
			if s.Array == nil {
				return []kernel.Stmt{s}
			}
			c := *s
			c.Array = j.arrays[s.Array]
			return []kernel.Stmt{&c}
		case *kernel.Barrier:
			return j.barrier(s)
		case *kernel.Return:
			if j.memory != nil {
				return []kernel.Stmt{j.leave(s.Src), s}
			}
			return []kernel.Stmt{s}
		default:
			// Others are what they were.
			return []kernel.Stmt{s}
		}
	})
}

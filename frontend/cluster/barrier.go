package cluster

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// barriers decides which barriers of the joined kernel stand for those of the original one.
func (j *joiner) barriers() *diag.Diagnostic {
	var own []int64 // numbers of the blocks' barriers
	var fault *diag.Diagnostic
	ofCluster, split := false, false
	kernel.Walk(j.k.Body, func(s kernel.Stmt) bool {
		b, is := s.(*kernel.Barrier)
		switch {
		case !is || b.Grid:
		case b.Cluster:
			ofCluster, split = true, split || b.Kind != kernel.Sync
		default:
			id, constant := kernel.Fold(b.ID).(*kernel.Const)
			if !constant && j.ranks > 1 {
				fault = j.fault(b.Pos, "a barrier whose number is computed, in a kernel of clusters; write the number as a constant")
			} else if constant && !slices.Contains(own, id.Val) {
				own = append(own, id.Val)
			}
		}
		return true
	})
	if fault != nil {
		return fault
	}
	slices.Sort(own)
	inMemory := ofCluster && (split || leavesEarly(j.k.Body) || parted(j.k.Body) || j.apart && endsWithout(j.k.Body))
	if ofCluster && !inMemory {
		inMemory = !j.number(own, true)
	}
	if !ofCluster || inMemory {
		if !j.number(own, false) {
			return j.fault(j.k.Pos, "%d numbered barriers in each of %d blocks of a cluster, which are more than %d in all; use fewer, or a smaller cluster",
				len(own), j.ranks, kernel.BlockBarriers)
		}
	}
	if !inMemory {
		return nil
	}
	if at, ok := unpaired(j.k.Body); !ok {
		return j.fault(at, "an arrive at the cluster's barrier that is not followed by its wait in the same block of statements; put cluster.barrier_wait() where every thread that has arrived reaches it")
	}
	j.memory = &kernel.Array{Name: j.unused("cluster_barrier"), Label: "the cluster's barrier", Space: kernel.Shared, Elem: kernel.U64, Len: 1, Scale: 1, Pos: j.k.Pos}
	j.token = &kernel.Var{Name: j.unused("cluster_phase"), T: kernel.U64, Temp: true, Pos: j.k.Pos}
	return nil
}

// together makes one statement of an arrive at the cluster's barrier and the wait right behind it.
func together(list []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for i := 0; i < len(list); i++ {
		s := kernel.MapBlocks(list[i], together)
		if b, is := s.(*kernel.Barrier); is && b.Cluster && b.Kind == kernel.Arrive && !b.Relaxed && i+1 < len(list) {
			if w, is := list[i+1].(*kernel.Barrier); is && w.Cluster && w.Kind == kernel.Await {
				c := *b
				c.Kind = kernel.Sync
				s = &c
				i++
			}
		}
		out = append(out, s)
	}
	return out
}

// number numbers the barriers of all blocks, and that of the cluster if there is one; false if there are not
// enough numbers.
func (j *joiner) number(own []int64, cluster bool) bool {
	next := int64(0)
	if cluster {
		next = 1
	}
	for _, id := range own {
		switch {
		case j.ranks > 1:
			j.numbers[id] = next
			next += j.ranks
		case cluster: // the program's numbers stay
			j.whole = max(j.whole, id+1)
			next = j.whole + 1
		}
	}
	return next <= kernel.BlockBarriers
}

// names are what people call the numbered barriers, nil where these are those of the program.
func (j *joiner) names() map[int]string {
	if j.ranks == 1 {
		return nil
	}
	out := map[int]string{int(j.whole): "of the cluster"}
	for id, first := range j.numbers {
		for rank := range j.ranks {
			out[int(first+rank)] = fmt.Sprintf("%d of block %d", id, rank)
		}
	}
	return out
}

func (j *joiner) unused(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(j.k.Arrays, func(a *kernel.Array) bool { return a.Name == name }) ||
			slices.ContainsFunc(append(slices.Clone(j.k.Vars), j.k.Params...), func(v *kernel.Var) bool { return v.Name == name })
	}
	for taken(name) {
		name += "_"
	}
	return name
}

// leavesEarly reports whether a thread may exit before it, or another one, is at a barrier of the cluster.
func leavesEarly(body []kernel.Stmt) bool {
	exits, early := false, false
	kernel.Walk(body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Return:
			exits = true
		case *kernel.Barrier:
			early = early || s.Cluster && exits
		case *kernel.Loop:
			inside := []kernel.Stmt{s}
			returns := kernel.Any(inside, func(s kernel.Stmt) bool { _, is := s.(*kernel.Return); return is })
			meets := kernel.Any(inside, func(s kernel.Stmt) bool { b, is := s.(*kernel.Barrier); return is && b.Cluster })
			early = early || returns && meets
		default:
			// Others neither end threads nor wait for the cluster.
		}
		return true
	})
	return early
}

// isArrive reports whether s is an arrive at the cluster's barrier.
func isArrive(s kernel.Stmt) bool {
	b, is := s.(*kernel.Barrier)
	return is && b.Cluster && b.Kind == kernel.Arrive
}

// endsWithout reports whether the last barrier of the cluster stands under a condition on the thread: those for which
// it does not hold go on to the end, which is to exit before it. Compilers write a return that way. C++ that calls
// cluster.sync() asks for all threads of the cluster, so this is for programs with arrives and waits.
func endsWithout(body []kernel.Stmt) bool {
	for _, s := range slices.Backward(body) {
		if !kernel.Any([]kernel.Stmt{s}, func(s kernel.Stmt) bool { b, is := s.(*kernel.Barrier); return is && b.Cluster }) {
			continue
		}
		if c, is := s.(*kernel.If); is {
			return ofThread(c.Cond) || endsWithout(c.Then) || endsWithout(c.Else)
		}
		return false
	}
	return false
}

// ofThread reports whether an expression may differ between the threads of a cluster.
func ofThread(e kernel.Expr) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Builtin:
			found = found || e.Kind != kernel.GridDim && e.Kind != kernel.BlockDim && e.Kind != kernel.ClusterDim
		case *kernel.VarRef:
			found = found || !e.Var.Param
		default:
			// Others are computed from these.
		}
		return !found
	})
	return found
}

// unpaired looks for an arrive at the cluster's barrier without a wait behind it in the same list of statements, with
// nothing between them that leaves the list; ok is true if there is none.
func unpaired(list []kernel.Stmt) (at diag.Pos, ok bool) {
	var open *kernel.Barrier
	for _, s := range list {
		b, is := s.(*kernel.Barrier)
		is = is && b.Cluster
		switch {
		case is && (open != nil) != (b.Kind == kernel.Await):
			return b.Pos, false
		case is && b.Kind == kernel.Arrive:
			open = b
		case is:
			open = nil
		case open != nil && kernel.Any([]kernel.Stmt{s}, leavesOrMeets):
			return open.Pos, false
		default:
			for _, inner := range kernel.Blocks(s) {
				if at, ok = unpaired(inner); !ok {
					return at, false
				}
			}
		}
	}
	if open != nil {
		return open.Pos, false
	}
	return diag.Pos{}, true
}

// leavesOrMeets reports whether s may leave the statements around it, or is at the cluster's barrier.
func leavesOrMeets(s kernel.Stmt) bool {
	switch s := s.(type) {
	case *kernel.Return, *kernel.Leave, *kernel.Break, *kernel.Continue:
		return true
	case *kernel.Barrier:
		return s.Cluster
	default:
		// Others go on to the next statement.
		return false
	}
}

// barrier is a barrier of the joined kernel.
func (j *joiner) barrier(s *kernel.Barrier) []kernel.Stmt {
	switch {
	case s.Grid:
		return []kernel.Stmt{s}
	case s.Cluster && j.memory == nil:
		c := *s
		c.Cluster, c.ID = false, kernel.NewConst(kernel.I32, j.whole)
		return []kernel.Stmt{&c}
	case s.Cluster:
		var out []kernel.Stmt
		if s.Kind != kernel.Await {
			out = append(out, &kernel.Phase{Src: s.Src, Op: kernel.PhaseArrive, At: j.at(), Dst: j.token, Relaxed: s.Relaxed})
		}
		if s.Kind != kernel.Arrive {
			out = append(out, &kernel.Phase{Src: s.Src, Op: kernel.PhaseWait, At: j.at(), Token: kernel.Ref(j.token)})
		}
		return out
	case j.ranks == 1:
		return []kernel.Stmt{s}
	}
	c := *s
	id := kernel.Fold(s.ID).(*kernel.Const)
	c.ID = kernel.Fold(kernel.Bin(kernel.Add, &kernel.Convert{T: kernel.I32, X: j.rank()}, kernel.NewConst(kernel.I32, j.numbers[id.Val])))
	if c.Count == nil {
		c.Count = kernel.NewConst(kernel.I32, int64(j.k.Launch.Threads()))
	}
	return []kernel.Stmt{&c}
}

// at is the place of the cluster's barrier in memory.
func (j *joiner) at() kernel.Access {
	return kernel.Access{Array: j.memory, Index: kernel.NewConst(kernel.I64, 0), Width: 1}
}

// leave is what the cluster's barrier has to know of a thread that exits: it is not expected any more. That tells
// nobody what the thread has done.
func (j *joiner) leave(src kernel.Src) kernel.Stmt {
	return &kernel.Phase{Src: src, Op: kernel.PhaseArrive, At: j.at(), Drop: true, Relaxed: true}
}

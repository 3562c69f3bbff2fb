package library

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Clusters of blocks: CUDA C++ Programming Guide, "Cluster Group" and "Distributed Shared Memory". What these calls emit
// package cluster understands.

var (
	clusterGroup = opaque("cluster_group")
	// clusterToken is what barrier_arrive returns. A thread has one at a time.
	clusterToken = opaque("cluster_group::arrival_token")
)

func init() {
	define(clusterBarrier(kernel.Arrive, false), "__cluster_barrier_arrive")
	define(clusterBarrier(kernel.Arrive, true), "__cluster_barrier_arrive_relaxed")
	define(clusterBarrier(kernel.Await, false), "__cluster_barrier_wait")
	define(func(c Call) (Value, bool) { return computed(clusterRank()), c.Len() == 0 }, "__clusterRelativeBlockRank")
	define(func(c Call) (Value, bool) { return computed(c.Launch().ClusterBlocks()), c.Len() == 0 }, "__clusterSizeInBlocks")
	define(mapRank, "__cluster_map_shared_rank")
	define(queryRank, "__cluster_query_shared_rank")
}

func isClusterToken(t *ctype.Type) bool { return t.IsRecord() && t.Rec == clusterToken.Rec }

func clusterRank() kernel.Expr { return &kernel.Builtin{Kind: kernel.ClusterRank} }

// clusterBarrier is a function that is an operation on the barrier of the cluster.
func clusterBarrier(kind kernel.BarrierKind, relaxed bool) Function {
	return func(c Call) (Value, bool) {
		if c.Len() > 0 {
			return bad, false
		}
		meetCluster(c, kind, relaxed)
		return void, true
	}
}

func meetCluster(c Call, kind kernel.BarrierKind, relaxed bool) {
	c.Emit(&kernel.Barrier{Src: c.Src(), Kind: kind, ID: cexpr.I32(0), Cluster: true, Relaxed: relaxed})
}

// mapRank is map_shared_rank(p, rank): where the block of that rank has what p leads to.
func mapRank(c Call) (Value, bool) {
	if c.Len() != 2 {
		return bad, false
	}
	p, ok := c.ArgPointer(0)
	if !ok {
		return bad, true
	}
	rank, ok := c.Number(1)
	if !ok {
		return bad, true
	}
	to, ok := c.Elsewhere(p, kernel.Distance(cexpr.Convert(rank, kernel.U32)))
	if !ok {
		c.Unsupported(c.ArgPos(0), "%s of a pointer that may lead to other than shared memory", c.Name())
		return bad, true
	}
	return Value{Type: ctype.PointerTo(p.Pointee()), Pointer: to}, true
}

// queryRank is query_shared_rank(p), of a pointer that leads anywhere in the cluster.
func queryRank(c Call) (Value, bool) {
	if c.Len() != 1 {
		return bad, false
	}
	c.Arg(0)
	return arbitrary(c, ctype.Uint, "the rank of the block whose memory that is"), true
}

// clusterMethod is a call of a member function of the cluster.
func clusterMethod(c Call, name string) Value {
	switch name {
	case "sync":
		meetCluster(c, kernel.Sync, false)
		return void
	case "barrier_arrive":
		meetCluster(c, kernel.Arrive, false)
		return Value{Type: clusterToken}
	case "barrier_wait":
		meetCluster(c, kernel.Await, false)
		return void
	case "block_rank":
		return computed(clusterRank())
	case "thread_rank":
		before := cexpr.Binary(kernel.Mul, clusterRank(), product(c, kernel.BlockDim))
		return computed(cexpr.Binary(kernel.Add, before, rank(c)))
	case "num_blocks":
		return computed(c.Launch().ClusterBlocks())
	case "num_threads", "size":
		return computed(cexpr.Binary(kernel.Mul, c.Launch().ClusterBlocks(), product(c, kernel.BlockDim)))
	case "dim_blocks":
		return threeNumbers("dim3", ClusterDims(c.Launch()))
	case "dim_threads":
		dims := ClusterDims(c.Launch())
		for d := range dims {
			dims[d] = cexpr.Binary(kernel.Mul, dims[d], c.Dim(kernel.BlockDim, d))
		}
		return threeNumbers("dim3", dims)
	case "block_index":
		return threeNumbers("dim3", ClusterIndex(c.Launch()))
	case "map_shared_rank":
		if v, ok := mapRank(c); ok {
			return v
		}
	case "query_shared_rank":
		if v, ok := queryRank(c); ok {
			return v
		}
	}
	c.Unsupported(c.Pos(), "%s of a cluster_group; gv2 knows sync, barrier_arrive, barrier_wait, ranks, sizes and map_shared_rank", name)
	return bad
}

func threeNumbers(t string, of [3]kernel.Expr) Value {
	v := Value{Type: ctype.Vectors[t]}
	for _, x := range of {
		v.Fields = append(v.Fields, Value{Type: ctype.Uint, Expr: x})
	}
	return v
}

// ClusterDims are the blocks of a cluster in each dimension.
func ClusterDims(l kernel.Launch) (out [3]kernel.Expr) {
	for d := range out {
		out[d] = l.ClusterSize(d)
	}
	return out
}

// ClusterIndex is the place of the block in its cluster.
func ClusterIndex(l kernel.Launch) (out [3]kernel.Expr) {
	left := clusterRank()
	for d := range out {
		by := l.ClusterSize(d)
		out[d] = cexpr.Fold(kernel.Rem, left, by)
		if d == 2 {
			out[d] = left
		}
		left = cexpr.Fold(kernel.Div, left, by)
	}
	return out
}

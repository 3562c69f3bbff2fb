package kernel

import "fmt"

// Launch is the configuration for which a kernel is checked: threads per block
// and blocks per grid. A zero component means "any size".
type Launch struct {
	BlockDim [3]int
	GridDim  [3]int
	// Cluster are the blocks of a cluster in each dimension; zero for a launch without clusters.
	Cluster [3]int
	// Joined is set in kernels whose blocks are whole clusters, as package cluster makes them:
	// threadIdx.z counts the blocks of a cluster as well, and the grid counts clusters.
	Joined bool
}

// MostRanks is the largest number of blocks of a cluster that any device allows.
const MostRanks = 16

// Ranks is the number of blocks of a cluster, 1 where there are none.
func (l Launch) Ranks() int { return max(l.Cluster[0]*l.Cluster[1]*l.Cluster[2], 1) }

// ClusterSize is the number of blocks of a cluster in a dimension: a constant, or the built-in if the launch does not say
// it. Front ends compute with this, so that package cluster sees what depends on it.
func (l Launch) ClusterSize(dim int) Expr {
	if l.Cluster == [3]int{} {
		return &Builtin{Kind: ClusterDim, Dim: dim}
	}
	return Unsigned(int64(max(l.Cluster[dim], 1)))
}

// ClusterBlocks is the number of blocks of a cluster, as ClusterSize.
func (l Launch) ClusterBlocks() Expr {
	return Fold(Bin(Mul, Bin(Mul, l.ClusterSize(0), l.ClusterSize(1)), l.ClusterSize(2)))
}

// PartBytes is how far apart the shared memory of two blocks of a cluster is in kernels that are
// joined: more than any block has.
const PartBytes = 1 << 18

// distance is the function that Distance calls.
const distance = "cluster_distance"

// Distance is how many parts of shared memory, of PartBytes each, the block of that rank, a u32, is behind the thread's own
// one, an i64. Only kernels that are not joined yet have it.
func Distance(rank Expr) Expr { return &Call{T: I64, Fn: distance, Args: []Expr{rank}} }

// PartsIn is the Distance that a number of bytes between parts of shared memory is made of, nil if e is
// none: what BytesTo returns.
func PartsIn(e Expr) Expr {
	b, is := StripIntegerCasts(e).(*Binary)
	if !is || b.Op != Mul || !IsDistance(b.X) {
		return nil
	}
	return b.X
}

// BytesTo is how far the shared memory of the block of that rank is behind the thread's own, as a number of type t.
func BytesTo(rank Expr, t Type) Expr {
	bytes := Bin(Mul, Distance(rank), NewConst(I64, PartBytes))
	if t == I64 {
		return bytes
	}
	return &Convert{T: t, X: bytes}
}

// IsDistance reports whether e is a Distance.
func IsDistance(e Expr) bool {
	c, is := e.(*Call)
	return is && c.Fn == distance
}

// Place is the block and thread of the program that a thread of a joined kernel is; block is nil
// where it is not known, and the result then counts from the first block of the cluster.
func (l Launch) Place(block *[3]int64, thread [3]int64) (*[3]int64, [3]int64) {
	if !l.Joined {
		return block, thread
	}
	deep := int64(l.BlockDim[2] / l.Ranks())
	rank := thread[2] / deep
	thread[2] %= deep
	at := [3]int64{rank % int64(l.Cluster[0]), rank / int64(l.Cluster[0]) % int64(l.Cluster[1]), rank / int64(l.Cluster[0]*l.Cluster[1])}
	if block != nil {
		for d := range at {
			at[d] += block[d] * int64(l.Cluster[d])
		}
	}
	return &at, thread
}

// Numbered is the block of the cluster, and the number within that, of a thread with a linear index in a joined kernel.
// Of other kernels the block is 0, and the number the index.
func (l Launch) Numbered(linear int) (rank, thread int) {
	if !l.Joined || l.Threads() == 0 {
		return 0, linear
	}
	size := l.Threads() / l.Ranks()
	return linear / size, linear % size
}

// PerGrid is how many blocks of the program's grid are one of the kernel's in a dimension.
func (l Launch) PerGrid(dim int) int64 {
	if !l.Joined {
		return 1
	}
	return int64(max(l.Cluster[dim], 1))
}

// InProgram is a condition with sizes as the program has them, for people: that the grid has 2 clusters of 3 blocks is
// that it has 6 blocks.
func (l Launch) InProgram(e Expr) Expr {
	if !l.Joined {
		return e
	}
	return MapExpr(e, func(e Expr) Expr {
		switch e := e.(type) {
		case *Builtin:
			if n := l.PerGrid(e.Dim); e.Kind == GridDim && n > 1 {
				return &Binary{Op: Div, X: e, Y: Unsigned(n)}
			}
		case *Binary:
			return inBlocks(e)
		default:
			// Others are as their operands are.
		}
		return e
	})
}

// inBlocks is an operation on gridDim / n, which is a whole number, without the division where that goes.
func inBlocks(b *Binary) Expr {
	by := func(e Expr) (Expr, *Const) {
		d, is := StripIntegerCasts(e).(*Binary)
		if !is || d.Op != Div {
			return nil, nil
		}
		g, is := d.X.(*Builtin)
		c, constant := d.Y.(*Const)
		if !is || !constant || g.Kind != GridDim {
			return nil, nil
		}
		return g, c
	}
	for _, x := range [][2]Expr{{b.X, b.Y}, {b.Y, b.X}} {
		grid, n := by(x[0])
		c, constant := StripIntegerCasts(x[1]).(*Const)
		if grid == nil || !constant {
			continue
		}
		switch {
		case b.Op.IsComparison():
			scaled := NewConst(c.T, c.Val*n.Val)
			if x[0] == b.X {
				return &Binary{Op: b.Op, X: grid, Y: scaled}
			}
			return &Binary{Op: b.Op, X: scaled, Y: grid}
		case b.Op == Mul && c.Val == n.Val:
			return grid
		case b.Op == Mul && c.Val%n.Val == 0:
			return &Binary{Op: Mul, X: grid, Y: NewConst(c.T, c.Val/n.Val)}
		}
	}
	return b
}

// MostThreads is the largest number of threads of a block that CUDA allows.
const MostThreads = 1024

// MostBlockDim and MostGridDim are the largest sizes that CUDA allows in each dimension.
var (
	MostBlockDim = [3]int{MostThreads, MostThreads, 64}
	MostGridDim  = [3]int{1<<31 - 1, 65535, 65535}
)

// Threads returns the number of threads of a block, 0 if it is open.
func (l Launch) Threads() int { return l.BlockDim[0] * l.BlockDim[1] * l.BlockDim[2] }

// Blocks returns the number of blocks of the grid, 0 if it is open.
func (l Launch) Blocks() int { return l.GridDim[0] * l.GridDim[1] * l.GridDim[2] }

// ThreadAt is threadIdx of the thread of a block with that linear index, x first. If a
// dimension is open, it takes the rest of the index.
func (l Launch) ThreadAt(linear int) [3]int64 { return coordinates(linear, l.BlockDim) }

// BlockAt is blockIdx of the block of the grid with that linear index.
func (l Launch) BlockAt(linear int) [3]int64 { return coordinates(linear, l.GridDim) }

// BlockNumber is the linear index of a block of a grid whose dimensions are known, x first.
func (l Launch) BlockNumber(at [3]int) int {
	return (at[2]*l.GridDim[1]+at[1])*l.GridDim[0] + at[0]
}

func coordinates(linear int, dims [3]int) [3]int64 {
	var out [3]int64
	for d, n := range dims {
		if n <= 0 || d == 2 {
			out[d] = int64(linear)
			break
		}
		out[d] = int64(linear % n)
		linear /= n
	}
	return out
}

// LinearID is the number of a thread within its block:
//
//	threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)
//
// Terms that are zero or constant for the launch are folded.
func (l Launch) LinearID() Expr {
	var id Expr
	for d := 2; d >= 0; d-- {
		if id != nil {
			id = Bin(Mul, id, l.Size(BlockDim, d))
		}
		if l.BlockDim[d] == 1 {
			continue
		}
		t := &Builtin{Kind: ThreadIdx, Dim: d}
		if id == nil {
			id = t
		} else {
			id = Bin(Add, id, t)
		}
	}
	if id == nil {
		return Unsigned(0)
	}
	return id
}

// Size is blockDim or gridDim in a dimension: a constant, or the built-in if the
// launch leaves it open.
func (l Launch) Size(kind BuiltinKind, dim int) Expr {
	n := l.BlockDim[dim]
	if kind == GridDim {
		n = l.GridDim[dim]
	}
	if n > 0 {
		return Unsigned(int64(n))
	}
	return &Builtin{Kind: kind, Dim: dim}
}

// IndexText prints a threadIdx or blockIdx for people.
func IndexText(at [3]int64) string { return fmt.Sprintf("(%d,%d,%d)", at[0], at[1], at[2]) }

// Program is the launch as the program has it, also of a joined kernel.
func (l Launch) Program() Launch {
	if !l.Joined {
		return l
	}
	l.Joined = false
	l.BlockDim[2] /= l.Ranks()
	for d := range l.GridDim {
		l.GridDim[d] *= l.Cluster[d]
	}
	return l
}

// Text prints the launch for people: block (64,1,1), grid (any,1,1), and the cluster if there is one.
func (l Launch) Text() string {
	l = l.Program()
	text := "block " + DimsText(l.BlockDim) + ", grid " + DimsText(l.GridDim)
	if l.Ranks() > 1 {
		text += ", cluster " + DimsText(l.Cluster)
	}
	return text
}

// DimsText prints a size for people; an open dimension is any.
func DimsText(d [3]int) string {
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

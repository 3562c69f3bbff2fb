package kernel

import "fmt"

// Launch is the configuration for which a kernel is checked: threads per block
// and blocks per grid. A zero component means "any size".
type Launch struct {
	BlockDim [3]int
	GridDim  [3]int
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

// Text prints the launch for people: block (64,1,1), grid (any,1,1).
func (l Launch) Text() string {
	return "block " + DimsText(l.BlockDim) + ", grid " + DimsText(l.GridDim)
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

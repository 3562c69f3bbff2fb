package cfg

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// walk executes a graph: each block writes its number down, and the next random bit decides
// its branch.
func walk(succs [][]int, bits []bool, steps int) (trace []string) {
	b := 0
	for range steps {
		trace = append(trace, fmt.Sprint(b))
		s := succs[b]
		switch {
		case len(s) == 0:
			return append(trace, "end")
		case len(s) == 1:
			b = s[0]
		default:
			bit := bits[0]
			bits = bits[1:]
			if bit {
				b = s[0]
			} else {
				b = s[1]
			}
		}
	}
	return trace
}

// executor executes structured code. It writes down blocks by their origin, and checks that
// edges are those that are taken.
type executor struct {
	t     *testing.T
	g     *Graph
	bits  []bool
	steps int
	trace []string
	at    int // the last block
	to    int // where the last edge leads, -1 for none
	cond  map[int]bool
	over  bool
}

type outcome int

const (
	falls outcome = iota
	left
	continued
	ended
)

func (x *executor) block(id int) {
	if x.steps == 0 {
		x.over = true
		return
	}
	if x.at >= 0 {
		require.Equal(x.t, id, x.to, "edge before block")
	}
	x.at, x.to = id, -1
	if o := x.g.Origin[id]; o >= 0 {
		x.steps--
		x.trace = append(x.trace, fmt.Sprint(o))
	}
	if len(x.g.Succs[id]) == 2 {
		x.cond[id] = x.bits[0]
		x.bits = x.bits[1:]
	}
}

func (x *executor) run(code []Node) (outcome, int) {
	for _, n := range code {
		if x.over {
			return ended, 0
		}
		switch n := n.(type) {
		case *Block:
			x.block(n.ID)
		case *Edge:
			require.Equal(x.t, n.From, x.at, "edge from the block that was executed last")
			require.Contains(x.t, x.g.Succs[n.From], n.To)
			require.Equal(x.t, -1, x.to, "two edges in turn")
			x.to = n.To
		case *If:
			branch := n.Else
			if x.cond[n.ID] {
				branch = n.Then
			}
			if o, l := x.run(branch); o != falls {
				return o, l
			}
		case *Region:
			o, l := x.run(n.Body)
			if o == left && l == n.Label {
				o = falls
			}
			if o != falls {
				return o, l
			}
		case *Leave:
			return left, n.Label
		case *Continue:
			return continued, 0
		case *Return:
			x.trace = append(x.trace, "end")
			return ended, 0
		case *Loop:
			if o, l := x.loop(n); o != falls {
				return o, l
			}
		}
	}
	return falls, 0
}

func (x *executor) loop(n *Loop) (outcome, int) {
	for {
		if n.Cond >= 0 && !n.DoWhile {
			if o, l := x.run(n.Head); o != falls {
				return o, l
			}
			if x.over {
				return ended, 0
			}
			if x.cond[n.Cond] == n.Negated {
				return falls, 0
			}
		}
		if o, l := x.run(n.Body); o != falls && o != continued {
			return o, l
		}
		if x.over {
			return ended, 0
		}
		if n.DoWhile && x.cond[n.Cond] == n.Negated {
			return falls, 0 // without the edge back, which Post writes down
		}
		if o, l := x.run(n.Post); o != falls {
			return o, l
		}
	}
}

// TestStructureDoesWhatTheGraphDoes compares random graphs, reducible or not, with the code
// that they become.
func TestStructureDoesWhatTheGraphDoes(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	structured, shaped := 0, 0
	for round := range 2000 {
		n := 1 + rng.Intn(9)
		succs := make([][]int, n)
		for b := range succs {
			for range rng.Intn(3) {
				to := rng.Intn(n)
				if rng.Intn(3) > 0 {
					to = min(n-1, b+1+rng.Intn(3)) // mostly forward, as programs are
				}
				succs[b] = append(succs[b], to)
			}
		}
		g, bad := New(succs)
		if bad != nil {
			continue
		}
		structured++
		code := Structure(g, func(id int) bool { return id%2 == 0 })
		if contains(code, func(n Node) bool { l, ok := n.(*Loop); return ok && l.Cond >= 0 }) {
			shaped++
		}
		once(t, g, code)
		for range 8 {
			bits := make([]bool, 4000)
			for i := range bits {
				bits[i] = rng.Intn(2) == 0
			}
			want := walk(succs, bits, 60)
			x := &executor{t: t, g: g, bits: bits, steps: 60, at: -1, to: -1, cond: map[int]bool{}}
			x.run(code)
			require.Equal(t, want, x.trace, "round %d: %v", round, succs)
		}
	}
	assert.Greater(t, structured, 1900)
	assert.Greater(t, shaped, 150)
}

// once checks that each block and each edge is placed once.
func once(t *testing.T, g *Graph, code []Node) {
	blocks, edges := map[int]int{}, map[[2]int]int{}
	contains(code, func(n Node) bool {
		switch n := n.(type) {
		case *Block:
			blocks[n.ID]++
		case *Edge:
			edges[[2]int{n.From, n.To}]++
		}
		return false
	})
	for b, succs := range g.Succs {
		require.Equal(t, 1, blocks[b], "block %d of %v", b, g.Succs)
		want := map[int]int{}
		for _, s := range succs {
			want[s]++
		}
		for s, n := range want {
			require.Equal(t, n, edges[[2]int{b, s}], "edge %d-%d of %v", b, s, g.Succs)
		}
	}
}

func TestTwoEntries(t *testing.T) {
	// 1 and 2 form a loop that is entered at both.
	g, bad := New([][]int{{1, 2}, {2}, {1, 3}, {}})
	require.Nil(t, bad)
	assert.Len(t, g.Succs, 5, "one block is copied")
}

// TestTooManyCopies: a loop that can be entered everywhere needs a copy of itself for each
// entry.
func TestTooManyCopies(t *testing.T) {
	n := 12
	succs := make([][]int, 0)
	// A chain of branches, each into another block of a complete cycle of branches.
	for i := range n {
		succs = append(succs, []int{i + 1, n + 1 + i})
	}
	succs = append(succs, []int{n + 1})
	for i := range n {
		succs = append(succs, []int{n + 1 + (i+1)%n, n + 1 + (i+5)%n})
	}
	g, bad := New(succs)
	if bad == nil {
		t.Logf("%d blocks became %d", len(succs), len(g.Succs))
	} else {
		assert.GreaterOrEqual(t, bad.Block, 0)
	}
}

package phases

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// keeping are random ways to keep a slot and parities in narrow variables, right ones and wrong ones, as compilers write them.
type keeping struct {
	rng        *rand.Rand
	slot, word *kernel.Var
	seen       []*kernel.Var // what a round reads
}

func (k *keeping) number(t kernel.Type, n int64) kernel.Expr { return kernel.NewConst(t, t.Wrap(n)) }

// pick is mostly the first.
func (k *keeping) pick(n int64, others ...int64) int64 {
	if k.rng.IntN(8) > 0 {
		return n
	}
	return others[k.rng.IntN(len(others))]
}

func (k *keeping) masked(e kernel.Expr, mask int64) kernel.Expr {
	if k.rng.IntN(3) == 0 {
		return e
	}
	return kernel.Op(kernel.And, e, k.number(e.Type(), k.pick(mask, 1, 3, 127, 254)))
}

func (k *keeping) as(t kernel.Type, e kernel.Expr) kernel.Expr { return converted(t, e) }

// next is slot + 1, in one of several types.
func (k *keeping) next() kernel.Expr {
	t := []kernel.Type{{Kind: kernel.Int, Bits: 16, Signed: true}, {Kind: kernel.Int, Bits: 16}, kernel.I32}[k.rng.IntN(3)]
	return k.masked(kernel.Op(kernel.Add, k.as(t, kernel.Ref(k.slot)), k.number(t, k.pick(1, 2))), 255)
}

func (k *keeping) wraps(bound int64) kernel.Expr {
	e := k.next()
	return kernel.Op(kernel.Eq, e, k.number(e.Type(), k.pick(bound, bound+1, 1, 300)))
}

// toggled is a change of one bit of the word, by itself or by another bit.
func (k *keeping) toggled(at int64) kernel.Expr {
	t := k.word.T
	bit := kernel.Op(kernel.And, kernel.Ref(k.word), k.number(t, 1<<k.pick(at, 0, 1, 2)))
	flipped := kernel.Expr(&kernel.Cond{C: kernel.Op(kernel.Eq, bit, k.number(t, k.pick(0, 1))), X: k.number(t, 1), Y: k.number(t, 0)})
	if at > 0 {
		flipped = kernel.Op(kernel.Shl, flipped, k.number(kernel.U32, k.pick(at, 1, 2)))
	}
	rest := kernel.Op(kernel.And, kernel.Ref(k.word), k.number(t, k.pick(^(1<<at), ^int64(0), -5)))
	if k.rng.IntN(2) == 0 {
		return kernel.Op(kernel.Or, rest, flipped)
	}
	return kernel.Op(kernel.Or, flipped, rest)
}

// round are the statements of a round.
func (k *keeping) round(bound, at int64) []kernel.Stmt {
	read := func(e kernel.Expr) kernel.Stmt {
		v := &kernel.Var{Name: "seen", T: e.Type()}
		k.seen = append(k.seen, v)
		return &kernel.Assign{Dst: v, X: e}
	}
	bit := kernel.Op(kernel.And, kernel.Ref(k.word), k.number(k.word.T, 1<<at))
	list := []kernel.Stmt{
		read(kernel.Widened(k.masked(kernel.Ref(k.slot), 255))),
		read(k.as(kernel.U32, kernel.Op(kernel.Shr, bit, k.number(kernel.U32, at)))),
		read(&kernel.Cond{C: kernel.Op(kernel.Eq, k.as(kernel.U32, bit), k.number(kernel.U32, 0)), X: k.number(kernel.I32, 7), Y: k.number(kernel.I32, 9)}),
		&kernel.Assign{Dst: k.word, X: &kernel.Cond{C: k.wraps(bound), X: k.toggled(at), Y: kernel.Ref(k.word)}},
		&kernel.Assign{Dst: k.slot, X: &kernel.Cond{C: k.wraps(bound), X: k.number(k.slot.T, k.pick(0, 1)), Y: k.as(k.slot.T, k.next())}},
	}
	if k.rng.IntN(2) == 0 {
		list = append(list, read(kernel.Widened(kernel.Ref(k.slot))))
	}
	return list
}

// executed are the values that rounds read.
func executed(t *testing.T, start, round []kernel.Stmt, seen []*kernel.Var) (out []int64) {
	vars := map[*kernel.Var]*kernel.Const{}
	known := fact.Known{Value: func(v *kernel.Var) *kernel.Const { return vars[v] }}
	step := func(list []kernel.Stmt) {
		for _, s := range list {
			a := s.(*kernel.Assign)
			x := known.Of(a.X)
			if x == nil || a.Dst.T != a.X.Type() {
				require.FailNow(t, "no value, or one of another type", kernel.ExprString(a.X))
			}
			vars[a.Dst] = x
		}
	}
	step(start)
	for range 270 { // more than a byte counts
		step(round)
		for _, v := range seen {
			out = append(out, vars[v].Val)
		}
	}
	return out
}

// TestNarrowed: what slots and bits are does not change when they get variables of their own, however they are kept.
func TestNarrowed(t *testing.T) {
	slots, bits, left := 0, 0, 0
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		k := &keeping{rng: rng, slot: &kernel.Var{Name: "slot", T: kernel.Type{Kind: kernel.Int, Bits: []int{8, 16}[rng.IntN(2)]}}, word: &kernel.Var{Name: "word", T: kernel.Type{Kind: kernel.Int, Bits: 16, Signed: rng.IntN(4) == 0}}}
		start := []kernel.Stmt{
			&kernel.Assign{Dst: k.slot, X: k.number(k.slot.T, k.pick(0, 1, 3))},
			&kernel.Assign{Dst: k.word, X: k.number(k.word.T, k.pick(253, 0, 2))},
		}
		round := k.round(int64(2+rng.IntN(3)), int64(rng.IntN(3)))
		was := &kernel.Kernel{Vars: append([]*kernel.Var{k.slot, k.word}, k.seen...), Body: append(append([]kernel.Stmt{}, start...), &kernel.Loop{Cond: kernel.BoolConst(true), Body: round})}
		is := narrowed(was)
		last := len(is.Body) - 1
		loop, ok := is.Body[last].(*kernel.Loop)
		require.True(t, ok)
		if !slices.Equal(executed(t, start, round, k.seen), executed(t, is.Body[:last], loop.Body, k.seen)) {
			require.FailNow(t, "other values", "seed %d:\n%s\n%s", seed, kernel.PrintStmts(was.Body), kernel.PrintStmts(is.Body))
		}
		fresh := is.Vars[len(was.Vars):]
		for _, v := range fresh {
			if v.Name == "slot_slot" {
				slots++
			} else {
				bits++
			}
		}
		if len(fresh) == 0 {
			left++
		}
	}
	// Enough of each, or the programs say nothing.
	assert.Greater(t, slots, 50)
	assert.Greater(t, bits, 50)
	assert.Greater(t, left, 20)
}

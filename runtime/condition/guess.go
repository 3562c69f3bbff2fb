package condition

import (
	"gv2/runtime/claim"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// guess is a condition on parameters that may be all that a kernel lacks.
type guess struct {
	cond kernel.Expr
	// allows tells for each sample whether it meets the condition.
	allows []bool
	// weight is how many samples do: of two conditions the one that allows more is
	// the weaker.
	weight int
}

// samples are assignments of values to parameters, those that the kernel's own
// preconditions allow. Keys are names of parameters, and blockDim.x where that is
// open.
type samples []map[string]int64

// most parameters that conditions are sought for: there are as many samples as
// combinations of their values.
const mostGuessed = 3

// guessed are the parameters that a condition may speak of: those that decide
// what is checked.
func guessed(k *kernel.Kernel) []*kernel.Var {
	relevant := fact.RelevantFor(k, fact.SameBlock, false).Vars
	var out []*kernel.Var
	for _, p := range k.Params {
		if relevant[p] && (p.T.Kind == kernel.Int || p.T.Kind == kernel.Bool) && len(out) < mostGuessed {
			out = append(out, p)
		}
	}
	return out
}

// sampled lists combinations of values of the parameters. Fewer values are tried
// for each where there are more parameters.
func sampled(k *kernel.Kernel, params []*kernel.Var) samples {
	sizes := usualSizes(k.Launch)
	all := samples{map[string]int64{claim.BlockDimX: sizes[0]}}
	for _, p := range params {
		var next samples
		for _, before := range all {
			for _, v := range usualValues(p.T, sizes, len(params)) {
				next = append(next, fact.Extended(before, p, v))
			}
		}
		all = next
	}
	return slices.DeleteFunc(all, func(s map[string]int64) bool { return !fact.Meets(k, s) })
}

// openBlock stands for a block of any size in samples.
const openBlock = 64

// usualSizes are the sizes that conditions compare with, the threads of a row of
// the block first.
func usualSizes(l kernel.Launch) []int64 {
	row := int64(l.BlockDim[0])
	if row == 0 {
		row = openBlock
	}
	sizes := []int64{row}
	for _, n := range []int{l.BlockDim[1], l.Threads(), l.Threads() * l.Blocks(), kernel.WarpSize} {
		if n > 1 && !slices.Contains(sizes, int64(n)) {
			sizes = append(sizes, int64(n))
		}
	}
	return sizes
}

// usualValues are values of a type around those sizes, and small ones. None is
// large: the exact engine wraps as the machine does, and an overflow says nothing
// about a condition that is proved under the assumption that there is none.
func usualValues(t kernel.Type, sizes []int64, params int) []int64 {
	if t.Kind == kernel.Bool {
		return []int64{0, 1}
	}
	row := sizes[0]
	values := []int64{2 * row, 0, row, -1, 1, row - 1}
	if params < 3 {
		values = append(values, row+1, 2, -row, 3*row, 2*row+1)
	}
	if params < 2 {
		values = append(values, 3, 5, 8, -3, -2*row, row/2, 1000)
		for _, n := range sizes[1:] {
			values = append(values, n-1, n, n+1, 2*n, 3*n)
		}
	}
	var out []int64
	for _, v := range values {
		if fact.Fits(t, v) && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// guesses are the conditions that some sample meets and some does not, the weakest
// first. Of those that no sample tells apart the plainest is kept.
func guesses(k *kernel.Kernel, params []*kernel.Var, at samples) []guess {
	var out []guess
	for _, cond := range conditions(k, params) {
		g := guess{cond: cond, allows: make([]bool, len(at))}
		for i, s := range at {
			if holds, known := fact.Judged(cond, s); known && holds {
				g.allows[i] = true
				g.weight++
			}
		}
		same := func(o guess) bool { return slices.Equal(o.allows, g.allows) }
		if g.weight > 0 && g.weight < len(at) && !slices.ContainsFunc(out, same) {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b guess) int { return b.weight - a.weight })
	return out
}

// conditions are those that kernels usually rest on, the plainest first.
func conditions(k *kernel.Kernel, params []*kernel.Var) []kernel.Expr {
	var out []kernel.Expr
	for _, p := range params {
		if p.T.Kind == kernel.Bool {
			out = append(out, fact.ValueOf(p), &kernel.Unary{Op: kernel.Not, X: fact.ValueOf(p)})
		} else {
			out = append(out, boundsOf(k, p)...)
		}
	}
	for _, a := range params {
		for _, b := range params {
			if a != b && a.T == b.T && a.T.Kind == kernel.Int {
				out = append(out, relationsOf(a, b)...)
			}
		}
	}
	return out
}

// boundsOf are conditions on one parameter.
func boundsOf(k *kernel.Kernel, p *kernel.Var) []kernel.Expr {
	number := func(v int64) kernel.Expr { return kernel.NewConst(p.T, v) }
	compare := func(op kernel.BinaryOp, y kernel.Expr) kernel.Expr {
		return &kernel.Binary{Op: op, X: fact.ValueOf(p), Y: y}
	}
	out := []kernel.Expr{compare(kernel.Ge, number(0)), compare(kernel.Gt, number(0)), compare(kernel.Ne, number(0))}
	if fact.Scales(k, p) {
		out = append(out, compare(kernel.Eq, number(1)))
	}
	for i, n := range usualSizes(k.Launch) {
		if !fact.Fits(p.T, n) {
			continue
		}
		var size kernel.Expr = number(n)
		if i == 0 && k.Launch.BlockDim[0] == 0 {
			size = &kernel.Convert{T: p.T, X: &kernel.Builtin{Kind: kernel.BlockDim}}
		}
		multiple := &kernel.Binary{Op: kernel.Eq, X: compare(kernel.Rem, size), Y: number(0)}
		out = append(out, compare(kernel.Ge, size), compare(kernel.Le, size), multiple)
		if i == 0 {
			out = append(out, compare(kernel.Eq, size))
		}
	}
	return out
}

// relationsOf are conditions on two parameters of one type.
func relationsOf(a, b *kernel.Var) []kernel.Expr {
	compare := func(op kernel.BinaryOp) kernel.Expr {
		return &kernel.Binary{Op: op, X: fact.ValueOf(a), Y: fact.ValueOf(b)}
	}
	return []kernel.Expr{compare(kernel.Le), compare(kernel.Lt), compare(kernel.Ne)}
}

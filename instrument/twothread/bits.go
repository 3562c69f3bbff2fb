package twothread

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate/fact"
)

// maxBits bounds how many bit operations of other indices one is told apart from, and how many powers of two it
// is compared with.
const maxBits = 8

// bitsIn are the bit operations in an index of which the prover gets facts.
func (s *separation) bitsIn(index kernel.Expr) []*kernel.Binary {
	var out []*kernel.Binary
	kernel.WalkExpr(s.values.Expand(index), func(x kernel.Expr) bool {
		if arith.OpaqueBits(x) {
			out = append(out, x.(*kernel.Binary))
		}
		return true
	})
	return out
}

// noteBits adds the bit operations of an index to those of the program.
func (s *separation) noteBits(index kernel.Expr) {
	for _, b := range s.bitsIn(index) {
		text := kernel.ExprString(b)
		known := slices.ContainsFunc(s.bits, func(c *kernel.Binary) bool { return kernel.ExprString(c) == text })
		if !known && len(s.bits) < maxBits {
			s.bits = append(s.bits, b)
		}
	}
}

// separateBits states what is known of the bit operations in an index, for both threads.
func (s *separation) separateBits(index kernel.Expr) {
	all := s.bitsIn(index)
	if len(all) == 0 {
		return
	}
	below := powersIn(s.values.Expand(index))
	for _, b := range all {
		for thread := 1; thread <= 2; thread++ {
			for _, f := range s.enc.BitFacts(b, thread, below) {
				s.state(f)
			}
		}
		for _, c := range append([]*kernel.Binary{b}, s.bits...) {
			if arith.SameBits(b, c) {
				s.state(s.enc.BitsApart(b, c))
				s.state(s.enc.BitsApart(c, b))
			}
		}
	}
}

// powersIn are the powers of two in an index and their quotients: in t[64 * row + 8 * (col ^ row % 8)] the
// third part has to be below 64 / 8 for the row to be known.
func powersIn(index kernel.Expr) []int64 {
	var list []int64
	add := func(n int64) {
		if n > 1 && n&(n-1) == 0 && !slices.Contains(list, n) && len(list) < maxBits {
			list = append(list, n)
		}
	}
	kernel.WalkExpr(index, func(x kernel.Expr) bool {
		if c, is := x.(*kernel.Const); is && c.T.Kind == kernel.Int {
			add(c.Val)
			add(c.Val + 1) // of a mask
		}
		return true
	})
	for _, t := range fact.LinearOf(index).Atoms() {
		add(t.Coef)
	}
	for _, p := range slices.Clone(list) {
		for _, q := range slices.Clone(list) {
			add(p / q)
		}
	}
	return list
}

package translate

import (
	"fmt"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// addresses says of parameters that are used both as addresses and as numbers what holds of such a number: it is a multiple
// of the least width of the accesses to what it leads to, which the hardware demands if they are whole such widths away from
// it, and where pointers do not alias, no two of them are one number, unless they lead nowhere: both may be null.
func addresses(p *pass, used map[*kernel.Var]bool) {
	type number struct {
		s *symbol
		v *kernel.VarRef
	}
	var all []number
	for _, key := range p.order {
		s := p.symbols[key]
		if s.param == nil || !p.known.symbol(key).strong {
			continue
		}
		if v, ok := p.paramVars[*s.param].(*kernel.VarRef); ok && used[v.Var] && v.Var.T.IsInt() && v.Var.T.Bits == 64 {
			all = append(all, number{s, v})
		}
	}
	require := func(e kernel.Expr) {
		p.out.k.Requires = append(p.out.k.Requires, e)
		p.out.k.FromLaunch++ // no user wrote it
	}
	for i, n := range all {
		if facts := p.known.symbol(n.s.key); n.s.array != nil && facts.unit > 1 && !facts.askew {
			unit := facts.unit
			rest := cexpr.Fold(kernel.Rem, n.v, kernel.NewConst(n.v.Var.T, int64(unit)))
			require(cexpr.Fold(kernel.Eq, rest, kernel.NewConst(n.v.Var.T, 0)))
			p.out.Assume(fmt.Sprintf("the address in %s is a multiple of %d, as accesses demand", n.s.label, unit))
		}
		for _, m := range all[:i] {
			if (m.s.array != nil || n.s.array != nil) && m.v.Var != n.v.Var {
				null := cexpr.Fold(kernel.Eq, n.v, kernel.NewConst(n.v.Var.T, 0))
				require(cexpr.Fold(kernel.LOr, cexpr.Fold(kernel.Ne, n.v, m.v), null))
				p.out.Assume(fmt.Sprintf("pointer parameters %s and %s do not alias", m.s.label, n.s.label))
			}
		}
	}
}

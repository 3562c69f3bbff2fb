package twothread

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// Where threads synchronise through memory, accesses have tokens (kernel.Token; package
// discipline has checked what they say). The log of an array has a place for each kind of token
// and each word that its accesses name: whether the logged access has the token, and the
// element that it is of, and its rank, if it has one. An access conflicts with a logged one only if no two of their
// tokens order them.

// slot is such a place: the n-th token of that kind and word.
type slot struct {
	kind   kernel.TokenKind
	of     *kernel.Array
	ranked bool
}

func slotOf(t kernel.Token) slot { return slot{t.Kind, t.Of, t.Rank != nil} }

// noteTokens makes room for the tokens of an access.
func (p *ArrayPlan) noteTokens(tokens []kernel.Token) {
	have, want := map[slot]int{}, map[slot]int{}
	for _, s := range p.slots {
		have[s]++
	}
	for _, t := range tokens {
		s := slotOf(t)
		if want[s]++; want[s] > have[s] {
			p.slots = append(p.slots, s)
			have[s]++
		}
	}
}

// hasName says whether the logged access has the token, wordName is the element.
func hasName(k key.AccessKind, at int, array string) string {
	return fmt.Sprintf("%s_TOKEN_%d_%s", key.LogPrefix(k), at, array)
}

func wordName(k key.AccessKind, at int, array string) string {
	return fmt.Sprintf("%s_WORD_%d_%s", key.LogPrefix(k), at, array)
}

func rankName(k key.AccessKind, at int, array string) string {
	return fmt.Sprintf("%s_RANK_%d_%s", key.LogPrefix(k), at, array)
}

// tokenVars declares what is logged of tokens.
func (p *ArrayPlan) tokenVars(e *arith.Encoder, k key.AccessKind) []boogie.Decl {
	var out []boogie.Decl
	for i, s := range p.slots {
		out = append(out,
			&boogie.VarDecl{Name: hasName(k, i, p.Array.Name), T: boogie.Bool, Comment: fmt.Sprintf("%s %s", s.kind, s.of.Name)},
			&boogie.VarDecl{Name: wordName(k, i, p.Array.Name), T: e.Type(kernel.I64)})
		if s.ranked {
			out = append(out, &boogie.VarDecl{Name: rankName(k, i, p.Array.Name), T: e.Type(kernel.I64)})
		}
	}
	return out
}

// tokenNames lists these variables.
func (p *ArrayPlan) tokenNames(k key.AccessKind) []string {
	var out []string
	for i, s := range p.slots {
		out = append(out, hasName(k, i, p.Array.Name), wordName(k, i, p.Array.Name))
		if s.ranked {
			out = append(out, rankName(k, i, p.Array.Name))
		}
	}
	return out
}

// tokenParams are those of LOG and CHECK.
func (p *ArrayPlan) tokenParams(e *arith.Encoder) []boogie.Var {
	var out []boogie.Var
	for i, s := range p.slots {
		out = append(out, boogie.Var{Name: fmt.Sprintf("token_%d", i), T: boogie.Bool}, boogie.Var{Name: fmt.Sprintf("word_%d", i), T: e.Type(kernel.I64)})
		if s.ranked {
			out = append(out, boogie.Var{Name: fmt.Sprintf("rank_%d", i), T: e.Type(kernel.I64)})
		}
	}
	return out
}

// logTokens are the assignments of LOG.
func (p *ArrayPlan) logTokens(k key.AccessKind) []boogie.Stmt {
	var out []boogie.Stmt
	for i, s := range p.slots {
		sets := [][2]string{{hasName(k, i, p.Array.Name), fmt.Sprintf("token_%d", i)}, {wordName(k, i, p.Array.Name), fmt.Sprintf("word_%d", i)}}
		if s.ranked {
			sets = append(sets, [2]string{rankName(k, i, p.Array.Name), fmt.Sprintf("rank_%d", i)})
		}
		for _, set := range sets {
			out = append(out, &boogie.Assign{Lhs: []boogie.Expr{boogie.V(set[0])}, Rhs: []boogie.Expr{boogie.V(set[1])}})
		}
	}
	return out
}

// ordered says that tokens order the logged access and the checked one.
func (p *ArrayPlan) ordered(e *arith.Encoder, logged key.AccessKind) boogie.Expr {
	var any []boogie.Expr
	for i, s := range p.slots {
		for j, t := range p.slots {
			if s.ranked != t.ranked || !(kernel.Token{Kind: s.kind, Of: s.of}).Orders(kernel.Token{Kind: t.kind, Of: t.of}) {
				continue
			}
			all := []boogie.Expr{boogie.V(hasName(logged, i, p.Array.Name)), boogie.V(fmt.Sprintf("token_%d", j)),
				boogie.Eq(boogie.V(wordName(logged, i, p.Array.Name)), boogie.V(fmt.Sprintf("word_%d", j)))}
			if s.ranked {
				all = append(all, ranksOrder(e, s.kind, boogie.V(rankName(logged, i, p.Array.Name)), boogie.V(fmt.Sprintf("rank_%d", j))))
			}
			any = append(any, boogie.And(all...))
		}
	}
	return boogie.Or(any...)
}

// ranksOrder says that the ranks of a token of that kind, x, and of one that goes with it order them.
func ranksOrder(e *arith.Encoder, kind kernel.TokenKind, x, y boogie.Expr) boogie.Expr {
	switch kind {
	case kernel.Holding:
		return boogie.Not(boogie.Eq(x, y))
	case kernel.Before:
		return e.Model.Less(e, false, x, y, kernel.I64)
	case kernel.After:
	}
	return e.Model.Less(e, false, y, x, kernel.I64)
}

// placed gives the tokens of an access that count for the pair their slots; nil for none.
func (p *ArrayPlan) placed(tokens []kernel.Token, pair fact.Pair) []*kernel.Token {
	out := make([]*kernel.Token, len(p.slots))
	for i := range tokens {
		t := &tokens[i]
		if t.Across && pair == fact.SameBlock || t.Of.Space == kernel.Shared && pair == fact.OtherBlock {
			continue
		}
		for at, s := range p.slots {
			if out[at] == nil && s == slotOf(*t) {
				out[at] = t
				break
			}
		}
	}
	return out
}

// tokenArgs are those of LOG and CHECK for a thread.
func (w *Writer) tokenArgs(a *accessing, thread int) []boogie.Expr {
	var out []boogie.Expr
	for i, t := range a.plan.placed(a.acc.Tokens, w.Enc.Pair) {
		none := w.Enc.Model.Literal(0, kernel.I64)
		switch ranked := a.plan.slots[i].ranked; {
		case t == nil && ranked:
			out = append(out, boogie.False, none, none)
		case t == nil:
			out = append(out, boogie.False, none)
		case ranked:
			out = append(out, boogie.True, w.Enc.Expr(t.Index, thread), w.Enc.Expr(w.rank(t, thread), thread))
		default:
			out = append(out, boogie.True, w.Enc.Expr(t.Index, thread))
		}
	}
	return out
}

// rank is that of a token for a thread, nil if it has none. Warps of different blocks are different, whatever their numbers.
func (w *Writer) rank(t *kernel.Token, thread int) kernel.Expr {
	if t.Rank != nil && t.Kind == kernel.Holding && w.Enc.Pair == fact.OtherBlock {
		return kernel.NewConst(kernel.I64, int64(thread))
	}
	return t.Rank
}

// notedTokens are those of an access for the candidates of loops.
func (w *Writer) notedTokens(a *accessing) []candidate.Token {
	var out []candidate.Token
	for i, t := range a.plan.placed(a.acc.Tokens, w.Enc.Pair) {
		if t != nil {
			out = append(out, candidate.Token{Has: hasName(a.kind, i, a.acc.Array.Name), Word: wordName(a.kind, i, a.acc.Array.Name), Index: t.Index,
				RankName: rankName(a.kind, i, a.acc.Array.Name), Rank: w.rank(t, 1)})
		}
	}
	return out
}

package twothread

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// Declare declares contents and logs as far as the procedures of the key need them, with
// LOG and CHECK. Arrays that nobody writes become inputs of the key.
func (pl *Plan) Declare(e *arith.Encoder, out *key.Key) []boogie.Decl {
	var all []boogie.Decl
	for _, ap := range pl.Arrays {
		decls := pl.contents(e, ap, out)
		if ap.used(out) {
			decls = append(decls, ap.logVars(e)...)
			for _, k := range key.AccessKinds {
				if ap.Logs(k) {
					decls = append(decls, ap.logProc(e, k), ap.checkProc(e, k))
				}
			}
		}
		if len(decls) > 0 {
			title := fmt.Sprintf("Array %s (%s)", ap.Array.Name, ap.Array.Space)
			all = append(append(all, &boogie.Section{Title: title}), decls...)
		}
	}
	return all
}

// used reports whether a procedure of the program uses the array's log.
func (p *ArrayPlan) used(out *key.Key) bool {
	for _, proc := range out.Procedures {
		if p.logged(proc.Pair) && !proc.Generation || proc.Asks && p.told() {
			return true
		}
	}
	return false
}

// contents declares the maps of an array.
func (pl *Plan) contents(e *arith.Encoder, ap *ArrayPlan, out *key.Key) []boogie.Decl {
	kinds := map[content]bool{}
	for _, p := range out.Procedures {
		kinds[ap.Content(p.Pair, pl.Intra)] = true
	}
	var all []boogie.Decl
	for _, p := range out.Procedures {
		if ap.Takes(p.Pair, pl.Intra) {
			all = append(all, ap.takenVar(e))
			break
		}
	}
	if kinds[constant] {
		all = append(all, &boogie.ConstDecl{Name: ap.Name, T: ap.mapType(e), Comment: "never written"})
		all = append(append(all, ap.initial(e)...), ap.holding(e)...)
		if out.Inputs == nil {
			out.Inputs = map[string]*kernel.Array{}
		}
		out.Inputs[ap.Name] = ap.Array
	}
	if kinds[Tracked] {
		for t := 1; t <= 2; t++ {
			all = append(all, &boogie.VarDecl{Name: ap.Name + key.Suffix(t), T: ap.mapType(e), Comment: fmt.Sprintf("as thread %d sees it", t)})
		}
	}
	return all
}

// initial states the contents of an array that nobody changes.
func (p *ArrayPlan) initial(e *arith.Encoder) []boogie.Decl {
	a := p.Array
	if !fact.Tabled(a) {
		return nil
	}
	var out []boogie.Decl
	for i := int64(0); i < a.Len; i++ {
		value := &kernel.Const{T: a.Elem}
		if i < int64(len(a.Init)) {
			value = &a.Init[i]
		}
		out = append(out, &boogie.AxiomDecl{
			E: boogie.Eq(boogie.At(boogie.V(p.Name), p.OffsetConst(e, i)), e.Expr(value, 0)),
		})
	}
	return out
}

// holding states what is taken for granted of the values in an array that nobody changes. There have to be contents that are so:
// of bit-vectors it is said of no more places than there are values, while a map of integers may hold any number
// where nothing is read.
func (p *ArrayPlan) holding(e *arith.Encoder) []boogie.Decl {
	a := p.Array
	if a.Holds == 0 {
		return nil
	}
	first, second := "i", "j"
	if p.Name == first || p.Name == second {
		first, second = "k", "l" // or they would hide the array
	}
	i, j := boogie.V(first), boogie.V(second)
	at := func(k boogie.Expr) boogie.Expr { return boogie.At(boogie.V(p.Name), k) }
	less := func(x, y boogie.Expr) boogie.Expr { return e.Model.Less(e, false, x, y, p.Index) }
	within := []boogie.Expr{less(i, j)}
	if p.Index.Bits > a.Elem.Bits && !e.Mathematical() {
		half := int64(1) << (a.Elem.Bits - 1)
		within = []boogie.Expr{e.Model.Less(e, true, p.OffsetConst(e, -half), i, p.Index), less(i, j), less(j, p.OffsetConst(e, half-1))}
	}
	state := func(then boogie.Expr) boogie.Decl {
		t := e.Type(p.Index)
		return &boogie.AxiomDecl{E: &boogie.Quant{
			Vars: []boogie.Var{{Name: first, T: t}, {Name: second, T: t}}, Triggers: [][]boogie.Expr{{at(i), at(j)}}, Body: boogie.Imp(boogie.And(within...), then),
		}}
	}
	var out []boogie.Decl
	if a.Holds&kernel.Unique != 0 {
		out = append(out, state(boogie.Ne(at(i), at(j))))
	}
	if a.Holds&kernel.UniqueOrNone != 0 {
		none := boogie.Eq(at(i), e.Expr(&kernel.Const{T: a.Elem, Val: -1}, 0))
		out = append(out, state(boogie.Or(none, boogie.Ne(at(i), at(j)))))
	}
	if a.Holds&kernel.Ascending != 0 {
		out = append(out, state(e.Model.Less(e, true, at(i), at(j), a.Elem)))
	}
	return out
}

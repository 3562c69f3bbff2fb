package instrument

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
)

// declare declares contents and logs as far as the procedures of the key need them, with
// LOG and CHECK. Arrays that nobody writes become inputs of the key.
func (pl *plan) declare(e *arith.Encoder, out *key.Key) []boogie.Decl {
	var all []boogie.Decl
	for _, ap := range pl.arrays {
		decls := pl.contents(e, ap, out)
		if ap.used(out) {
			decls = append(decls, ap.logVars(e)...)
			for _, k := range key.AccessKinds {
				if ap.logs(k) {
					decls = append(decls, ap.logProc(e, k), ap.checkProc(e, k))
				}
			}
		}
		if len(decls) > 0 {
			title := fmt.Sprintf("Array %s (%s)", ap.array.Name, ap.array.Space)
			all = append(append(all, &boogie.Section{Title: title}), decls...)
		}
	}
	return all
}

// used reports whether a procedure of the program uses the array's log.
func (p *arrayPlan) used(out *key.Key) bool {
	for _, proc := range out.Procedures {
		if p.logged(proc.Pair) && !proc.Generation || proc.Asks && p.told() {
			return true
		}
	}
	return false
}

// contents declares the maps of an array.
func (pl *plan) contents(e *arith.Encoder, ap *arrayPlan, out *key.Key) []boogie.Decl {
	kinds := map[content]bool{}
	for _, p := range out.Procedures {
		kinds[ap.content(p.Pair, pl.intra)] = true
	}
	var all []boogie.Decl
	for _, p := range out.Procedures {
		if ap.takes(p.Pair, pl.intra) {
			all = append(all, ap.takenVar(e))
			break
		}
	}
	if kinds[constant] {
		all = append(all, &boogie.ConstDecl{Name: ap.name, T: ap.mapType(e), Comment: "never written"})
		all = append(all, ap.initial(e)...)
		if out.Inputs == nil {
			out.Inputs = map[string]*kernel.Array{}
		}
		out.Inputs[ap.name] = ap.array
	}
	if kinds[tracked] {
		for t := 1; t <= 2; t++ {
			all = append(all, &boogie.VarDecl{Name: ap.name + key.Suffix(t), T: ap.mapType(e), Comment: fmt.Sprintf("as thread %d sees it", t)})
		}
	}
	return all
}

// initial states the contents of an array that nobody changes.
func (p *arrayPlan) initial(e *arith.Encoder) []boogie.Decl {
	a := p.array
	if a.Init == nil || a.Len < 0 || a.Len > maxInitial || a.Elem.Kind != kernel.Int {
		return nil
	}
	var out []boogie.Decl
	for i := int64(0); i < a.Len; i++ {
		value := kernel.Const{T: a.Elem}
		if i < int64(len(a.Init)) {
			value = a.Init[i]
		}
		out = append(out, &boogie.AxiomDecl{
			E: boogie.Eq(boogie.At(boogie.V(p.name), p.offsetConst(e, i)), e.Model.Literal(value.Val, a.Elem)),
		})
	}
	return out
}

// maxInitial bounds how many constants of an initialiser are told to the prover.
const maxInitial = 1024

package verdict

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/predicate"
	"gv2/runtime/weft"
)

// A race whose element is computed from what threads of the kernel write to memory,
// as the places of a partition are from prefix sums, is there in the translation
// whatever they write. Whether the values that make the threads meet are ever
// written it does not know. Such a race counts if the kernel has it when it is
// executed with some input.

// inventsElements reports whether the element of one of the race's accesses hangs
// on contents that the kernel writes, and no execution shows a race.
func (d *decision) inventsElements(f *Finding) bool {
	at := map[diag.Pos]bool{}
	for _, a := range f.Accesses {
		at[a.Src.Pos] = true
	}
	return elementsReceived(d.k, at) && !d.replaysRacy(f)
}

// elementsReceived reports whether the index of an access at those places is
// computed from contents that the kernel writes.
func elementsReceived(k *kernel.Kernel, at map[diag.Pos]bool) bool {
	k = predicate.SplitVars(k)
	received := receivedVars(k)
	return contains(k, func(st kernel.Stmt) bool {
		acc := accessIn(st)
		return acc != nil && at[st.Source().Pos] && readsAny(acc.Index, received)
	})
}

// receivedVars are the variables that are computed from contents that the kernel
// writes, and that other threads than the reader may have written.
func receivedVars(k *kernel.Kernel) map[*kernel.Var]bool {
	written := predicate.Written(k)
	out := map[*kernel.Var]bool{}
	for grew := true; grew; {
		grew = false
		kernel.Walk(k.Body, func(st kernel.Stmt) bool {
			dst := kernel.Assigned(st)
			if dst == nil || out[dst] {
				return true
			}
			switch st := st.(type) {
			case *kernel.Load:
				a := st.Acc.Array
				out[dst] = written[a] && a.Space != kernel.Local || readsAny(st.Acc.Index, out)
			case *kernel.Assign:
				out[dst] = readsAny(st.X, out)
			}
			grew = grew || out[dst]
			return true
		})
	}
	return out
}

func readsAny(x kernel.Expr, vars map[*kernel.Var]bool) bool {
	found := false
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		r, ok := x.(*kernel.VarRef)
		found = found || ok && vars[r.Var]
		return !found
	})
	return found
}

// inputsTried is how many inputs the kernel is executed with.
const inputsTried = 4

// replaysRacy reports whether a race is found when the kernel is executed with the
// values that the finding names and some input.
func (d *decision) replaysRacy(f *Finding) bool {
	k, params, ok := d.concrete(f.Values)
	if !ok {
		return false
	}
	for input := uint64(1); input <= inputsTried; input++ {
		o := d.opts.exactOptions()
		o.Params, o.Input = params, input
		report, err := d.again(k, o)
		if err == nil && report.Verdicts[instrument.DataRace].Status == weft.Refuted {
			return true
		}
	}
	return false
}

package fact

import (
	"gv2/frontend/kernel"
)

// ReadsBack reports whether the contents of an array that the kernel writes can
// decide anything that is checked.
func ReadsBack(k *kernel.Kernel) bool {
	type readsBack struct{}
	return Once(k, readsBack{}, func() bool {
		relevant := RelevantFor(k, SameBlock, false).Arrays
		for a := range Written(k) {
			if shared(a) && relevant[a] {
				return true
			}
		}
		return false
	})
}

// ReadsBackFor reports whether the contents of an array that the kernel writes can decide
// whether a property holds. For the properties of barriers that is less than for others: it
// must decide which threads meet where.
func ReadsBackFor(k *kernel.Kernel, p kernel.Property) bool {
	if !p.Info().OfBarriers {
		return ReadsBack(k)
	}
	type meetingsReadBack struct{}
	return Once(k, meetingsReadBack{}, func() bool {
		return kernel.UnknownObject(k.Body) != nil || ReadsBack(k) && readsBackToMeet(k)
	})
}

// readsBackToMeet reports it of which threads meet where.
func readsBackToMeet(k *kernel.Kernel) bool {
	r := &Relevance{Vars: map[*kernel.Var]bool{}, Arrays: map[*kernel.Array]bool{}, kept: map[kernel.Stmt]bool{}}
	n := &needs{from: map[any][]any{}, pair: SameBlock, written: Written(k), meetings: true}
	n.block(k.Body, nil, nil)
	r.search(n)
	for a := range n.written {
		if shared(a) && r.Arrays[a] {
			return true
		}
	}
	return false
}

// shared reports whether more than one thread can see the array.
func shared(a *kernel.Array) bool { return a.Space == kernel.Shared || a.Space == kernel.Global }

// ExchangesMatter reports whether the result of a shuffle or a vote can decide
// anything that is checked.
func ExchangesMatter(k *kernel.Kernel) bool {
	type exchangesMatter struct{}
	return Once(k, exchangesMatter{}, func() bool {
		vars := RelevantFor(k, SameBlock, false).Vars
		return kernel.Any(k.Body, func(st kernel.Stmt) bool {
			switch st := st.(type) {
			case *kernel.Shuffle:
				return vars[st.Dst]
			case *kernel.Vote:
				return vars[st.Dst]
			default:
				// Others exchange nothing within a warp.
			}
			return false
		})
	})
}

// Receives reports whether some statement has a result that depends on other
// threads.
func Receives(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(st kernel.Stmt) bool {
		op, ok := kernel.SyncOf(st)
		return ok && op.Result != nil
	})
}

package inflight

import (
	"gv2/frontend/kernel"
	"gv2/predicate/folded"
)

// Addresses takes the assertions about addresses of asynchronous copies (kernel.Assert.Aligned) out of k, where it has no others: plain
// is k without them, one what one thread executes of k, with no other assertion. Both are nil if there are none.
func Addresses(k *kernel.Kernel) (one, plain *kernel.Kernel) {
	claims, others := map[kernel.Stmt]bool{}, false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a, is := s.(*kernel.Assert); is {
			claims[s] = true
			others = others || a.Aligned == 0
		}
		return true
	})
	if len(claims) == 0 || others {
		return nil, nil
	}
	single, without := *k, *k
	single.Body = folded.OneThread(k.Body, claims)
	without.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		if claims[s] {
			return nil
		}
		return []kernel.Stmt{inner}
	})
	return &single, &without
}

package library

import "gv2/frontend/kernel"

// Addresses in shared memory as numbers, which inline PTX takes: nothing is known of them but
// which pointer they came from.

func init() { define(addressInShared, "__cvta_generic_to_shared") }

func addressInShared(c Call) (Value, bool) {
	if c.Len() != 1 {
		return bad, false
	}
	p, ok := c.ArgPointer(0)
	if !ok {
		return bad, true
	}
	return computed(c.AddressOf(p, kernel.U64)), true
}

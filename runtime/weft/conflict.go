package weft

import (
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// accessKind is the part of an access that decides with which others it conflicts.
type accessKind uint8

const (
	reads accessKind = iota
	writes
	atomics
	blockAtomics // an atomic of block scope: for another block it is not atomic
)

func accessKindOf(s *emulate.Site) accessKind {
	switch s.Kind {
	case emulate.WriteSite:
		return writes
	case emulate.AtomicSite:
		if a, ok := s.Stmt.(*kernel.Atomic); ok && a.Scope == kernel.BlockScope {
			return blockAtomics
		}
		return atomics
	default:
		return reads
	}
}

// String is the word of reports.
func (k accessKind) String() string { return [...]string{"read", "write", "atomic", "atomic"}[k] }

// kindSet is a set of access kinds: bit k for accesses that happen, bit k+4 for
// those that happen only for some inputs.
type kindSet uint8

func setOf(k accessKind, may bool) kindSet {
	if may {
		return 1 << (k + 4)
	}
	return 1 << k
}

// sure are the kinds of the accesses that happen; all includes those that may.
func (s kindSet) sure() kindSet { return s & 15 }
func (s kindSet) all() kindSet  { return (s | s>>4) & 15 }

const (
	readSet   = kindSet(1 << reads)
	writeSet  = kindSet(1 << writes)
	atomicSet = kindSet(1<<atomics | 1<<blockAtomics)
)

// withinBlock and betweenBlocks hold, for each kind, the kinds that it conflicts
// with. Atomics do not race with atomics; those of block scope do across blocks.
var (
	withinBlock = [4]kindSet{
		reads:        writeSet | atomicSet,
		writes:       readSet | writeSet | atomicSet,
		atomics:      readSet | writeSet,
		blockAtomics: readSet | writeSet,
	}
	betweenBlocks = [4]kindSet{
		reads:        writeSet | atomicSet,
		writes:       readSet | writeSet | atomicSet,
		atomics:      readSet | writeSet | 1<<blockAtomics,
		blockAtomics: readSet | writeSet | atomicSet,
	}
)

// conflicting reports whether two accesses of the set conflict under the table.
func (s kindSet) conflicting(table *[4]kindSet) bool {
	for k := range table {
		if s&(1<<k) != 0 && s&table[k] != 0 {
			return true
		}
	}
	return false
}

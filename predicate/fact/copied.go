package fact

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
)

// Overlaps are numbers, in ascending order, from which on a copy of an unknown number of bytes may reach a place that the text
// names in its array: the start of another copy, or of what threads access meanwhile. A number may count bytes or words, so each place
// gives two. They are worth a try, no more.
func Overlaps(k *kernel.Kernel) []int64 {
	copied, out := map[*kernel.Array]bool{}, map[int64]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if loop, is := s.(*kernel.Loop); is {
			for _, s := range loop.Body {
				if acc, _, is := kernel.AccessOf(s); is && kernel.AgentOf(s) != nil {
					copied[acc.Array] = true
				}
			}
		}
		return true
	})
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc, _, is := kernel.AccessOf(s); is && copied[acc.Array] {
			kernel.WalkExpr(acc.Index, func(e kernel.Expr) bool {
				if c, is := e.(*kernel.Const); is && c.Val >= leastPlace {
					bytes := c.Val * int64(acc.Array.Elem.Bytes())
					out[bytes+copiedPiece], out[bytes/wordBytes+copiedPiece/wordBytes] = true, true
				}
				return true
			})
		}
		return true
	})
	all := slices.DeleteFunc(slices.Sorted(maps.Keys(out)), func(n int64) bool { return n > LargestTried })
	return all[:min(len(all), mostOverlaps)]
}

const (
	leastPlace   = 32 // smaller numbers are tried anyway
	copiedPiece  = 16 // bytes: bulk copies have whole ones
	wordBytes    = 4
	mostOverlaps = 8
)

package ptx

import (
	"fmt"
	"strings"
)

// operands are how many operands opcodes have, the least and the most; those that are not here
// count them themselves.
var operands = map[string][2]int{}

func init() {
	for n, ops := range map[[2]int]string{
		{1, 1}: "activemask", {0, 0}: "membar exit trap brkpt",
		{2, 2}: "abs neg not cnot brev popc clz bfind mov cvta rcp sqrt rsqrt sin cos lg2 ex2 tanh testp isspacep",
		{2, 4}: "cvt",
		{3, 3}: "add sub div rem and or xor shl shr mul mul24 szext bmsk copysign addc subc",
		{3, 4}: "min max set setp",
		{4, 4}: "mad mad24 madc sad bfe shf prmt dp4a dp2a selp slct fma fns",
		{5, 5}: "bfi", {5, 6}: "lop3",
	} {
		for _, op := range strings.Fields(ops) {
			operands[op] = n
		}
	}
}

// Miscounted says what is wrong with the number of an instruction's operands; empty if nothing is.
func Miscounted(it *Item) string {
	n, known := operands[it.Op]
	switch got := len(it.Args); {
	case !known || got >= n[0] && got <= n[1]:
		return ""
	case n[0] == n[1]:
		return fmt.Sprintf("%s has %d operands, not %d", it.opcode(), n[0], got)
	default:
		return fmt.Sprintf("%s has %d to %d operands, not %d", it.opcode(), n[0], n[1], got)
	}
}

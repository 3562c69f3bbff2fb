package thread

import (
	"gv2/runtime/eval"
	"gv2/runtime/flat"
)

// successors calls f for the instructions that may follow instruction i.
func successors(code *flat.Program, i int, f func(int)) {
	in := &code.Instrs[i]
	switch in.Op {
	case flat.Exit:
	case flat.Jump:
		f(in.To)
	case flat.Branch:
		f(i + 1)
		f(in.To)
	default:
		f(i + 1)
	}
}

// heads are the instructions to which later ones go back: where loops begin.
func heads(code *flat.Program) []bool {
	out := make([]bool, len(code.Instrs)+1)
	for i := range code.Instrs {
		successors(code, i, func(next int) { out[next] = out[next] || next <= i })
	}
	return out
}

// liveness has, for each instruction, the registers that may be read before they are
// written from there on.
type liveness [][]bool

func findLive(code *flat.Program) liveness {
	live := make(liveness, len(code.Instrs)+1)
	for i := range live {
		live[i] = make([]bool, len(code.First))
	}
	for changed := true; changed; {
		changed = false
		for i := len(code.Instrs) - 1; i >= 0; i-- {
			now := make([]bool, len(code.First))
			successors(code, i, func(next int) {
				for r, is := range live[next] {
					now[r] = now[r] || is
				}
			})
			in := &code.Instrs[i]
			set := func(r int32, is bool) {
				if r != flat.None && int(r) < len(now) {
					now[r] = is
				}
			}
			if in.Op == flat.Simple {
				set(in.Dst, false)
			}
			for _, r := range operands(in) {
				set(r, true)
			}
			for j := len(in.Code) - 1; j >= 0; j-- {
				x := &in.Code[j]
				set(x.Dst, false)
				for _, r := range reads(x) {
					set(r, true)
				}
			}
			for r := range now {
				if now[r] != live[i][r] {
					live[i], changed = now, true
					break
				}
			}
		}
	}
	return live
}

// operands are the registers that an instruction reads once its code has run.
func operands(in *flat.Instr) []int32 {
	list := in.Args[:len(in.Args):len(in.Args)]
	if in.Op == flat.Branch {
		list = append(list, in.Cond)
	}
	if in.Op == flat.Simple {
		list = append(list, in.Index)
	}
	return list
}

// reads are the registers that x reads.
func reads(x *eval.Instr) []int32 {
	if x.Op == eval.OpCall {
		return x.Call.Args
	}
	return []int32{x.A, x.B, x.C}
}

// joins has, for each branch, the first instruction that every way from it reaches: the end
// of what depends on the branch. It is one behind the last for those that never meet again.
func joins(code *flat.Program) []int {
	n := len(code.Instrs)
	// after[i] are the instructions that every way from i passes, i itself among them.
	after := make([][]bool, n+1)
	for i := range after {
		after[i] = make([]bool, n+1)
		for j := range after[i] {
			after[i][j] = i < n || j == n
		}
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			now := make([]bool, n+1)
			first := true
			meet := func(next int) {
				for j := range now {
					now[j] = after[next][j] && (first || now[j])
				}
				first = false
			}
			successors(code, i, meet)
			if first {
				meet(n)
			}
			now[i] = true
			for j := range now {
				if now[j] != after[i][j] {
					after[i], changed = now, true
					break
				}
			}
		}
	}
	join := make([]int, n)
	for i := range join {
		join[i] = n
		if code.Instrs[i].Op != flat.Branch {
			continue
		}
		// The nearest one is passed before all others: they are after it, too.
		for j := range n {
			if j == i || !after[i][j] {
				continue
			}
			if join[i] == n || after[j][join[i]] {
				join[i] = j
			}
		}
	}
	return join
}

package interleave

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// Arbitrary values, chosen by the number of the input.

// small is a small value of a type.
func small(t eval.Type, h uint64) int64 {
	n := int64(h >> 8 % 4)
	switch {
	case t.Float():
		return eval.Encode(t, float64(n)/2)
	case t == eval.Bool:
		return n & 1
	}
	return n
}

// Kinds of inputs. Many faults need equal words, others need words that differ, that
// the kernel compares with, in the order of its text or not, or that are less than
// the size of the block. All arrays have one kind, or each has its own.
const (
	fewWords = iota
	distinctWords
	namedWords
	withinBlock
	zeroWords
	anyWords
	orderedWords
	inputKinds
)

// word is the initial value of an element.
func (m *machine) word(a *array, i int64) int64 {
	own := eval.Scramble(eval.Scramble(m.Input) ^ uint64(a.number))
	kind := m.Input % inputKinds
	if m.Input%5 > 2 {
		kind = own % inputKinds
	}
	return m.arbitrary(kind, a.Elem, eval.Scramble(own^uint64(i)), i)
}

// arbitrary is a value of a type from a pseudo-random number; i is the index of
// its element.
func (m *machine) arbitrary(kind uint64, t kernel.Type, h uint64, i int64) int64 {
	pick := h >> 16
	n := int64(pick % 4)
	switch kind {
	case distinctWords:
		n = i
	case namedWords:
		if len(m.named) > 0 && pick%8 != 0 {
			n = m.named[int(pick>>8)%len(m.named)]
			if pick>>40%4 == 0 {
				n += int64(pick >> 42 % 16)
			}
		}
	case orderedWords:
		if list := m.program.compared; len(list) > 0 {
			n = list[uint64(i)%uint64(len(list))]
		}
	case withinBlock:
		n = int64(pick % uint64(max(m.launch.Threads(), 1)))
	case zeroWords:
		n = 0
	case anyWords:
		n = int64(pick%16) - 4
		if m.program.Casts && t == kernel.I32 && pick>>8%2 == 0 {
			n = eval.Encode(eval.F32, float64(n)/4)
		}
	}
	switch t.Kind {
	case kernel.Float:
		return eval.Encode(eval.TypeOf(t), float64(n)/4)
	case kernel.Bool:
		return n & 1
	}
	return t.Wrap(n)
}

// tries is the number of attempts to find parameters that __requires admits, and solved how many more there are that solve its
// equations: those between the launch and parameters are seldom met by chance.
const (
	tries  = 40
	solved = 8
)

// choose gives the parameters values that the kernel admits, and reports whether it found any.
func (m *machine) choose() bool {
	for n := range uint64(tries + solved) {
		t := &thread{m: m, block: &block{}, regs: slices.Clone(m.program.First)}
		m.params = map[string]int64{}
		for i, p := range m.program.Kernel.Params {
			v, given := m.Params[p.Name]
			if !given {
				v = m.parameter(p.T, m.draw(n, i))
			}
			if p.T.Kind != kernel.Float {
				m.params[p.Name] = v
			}
			t.regs[m.program.Register[p]] = v
		}
		if n >= tries {
			m.solve(t, n)
		}
		if m.admitted(t) {
			m.first, m.named = t.regs, slices.Clone(m.program.hints)
			for _, p := range m.program.Kernel.Params {
				if p.T.IsInt() {
					v := m.params[p.Name]
					m.named = append(m.named, v, v-1, v+1)
				}
			}
			return true
		}
	}
	return false
}

// draw is the number from which the i-th parameter gets its value in the n-th attempt.
func (m *machine) draw(n uint64, i int) uint64 {
	return eval.Scramble(eval.Scramble(m.Input^n<<32) ^ uint64(i))
}

// solve gives parameters values by the preconditions, one after the other: an end of what is allowed, or a value between.
func (m *machine) solve(t *thread, n uint64) {
	for i, p := range m.program.Kernel.Params {
		if _, given := m.Params[p.Name]; given {
			continue
		}
		old, known := m.params[p.Name]
		delete(m.params, p.Name)
		least, most, ok := m.program.meeting(p, m.params)
		if ok {
			switch h := m.draw(n, i); h % 4 {
			case 0:
				old, known = least, true
			case 1:
				old, known = most, true
			default:
				old, known = least+int64(h>>8%uint64(most-least+1)), true
			}
			t.regs[m.program.Register[p]] = old
		}
		if known {
			m.params[p.Name] = old
		}
	}
}

func (m *machine) admitted(t *thread) bool {
	for i := range m.program.Requires {
		r := &m.program.Requires[i]
		if !t.compute(r) || t.regs[r.Cond] == 0 || t.doubts[r.Cond] != nil {
			m.void, m.over = "", false
			return false
		}
	}
	for _, c := range m.program.conditions {
		if known, is := kernel.WithParams(launched(m.launch, c), m.params).(*kernel.Const); is && known.Val == 0 {
			return false
		}
	}
	return true
}

// parameter is a value for a parameter.
func (m *machine) parameter(t kernel.Type, h uint64) int64 {
	threads := int64(max(m.launch.Threads(), 1))
	grid := threads * int64(max(m.launch.Blocks(), 1))
	values := append([]int64{0, 1, 2, 3, 4, 5, 8, 16, 32, threads - 1, threads, 2 * threads, grid, grid + 1, 1, 2}, m.program.hints...)
	n := values[h>>8%uint64(len(values))]
	switch t.Kind {
	case kernel.Float:
		return eval.Encode(eval.TypeOf(t), float64(n%8)/2)
	case kernel.Bool:
		return n & 1
	}
	return t.Wrap(n)
}

package interp

import (
	"strconv"

	"gv2/boogie"
)

// failure describes the check that failed.
func (m *machine) failure() *Failure {
	c := m.u.checks[m.failed]
	return &Failure{Procedure: m.u.name, Tag: c.tag, Call: c.call, State: m.state(), Elements: m.elements(), Loops: m.trips()}
}

// state is the values of the variables that can be shown.
func (m *machine) state() map[string]string {
	out := make(map[string]string, len(m.u.vars))
	for _, v := range m.u.vars {
		out[v.name] = valueText(v.t, m.reg[v.reg])
	}
	return out
}

func valueText(t boogie.Type, n int64) string {
	if _, is := t.(boogie.BV); is {
		return strconv.FormatUint(uint64(n), 10)
	}
	if t == boogie.Bool {
		return strconv.FormatBool(n != 0)
	}
	return strconv.FormatInt(n, 10)
}

// elements are the elements of constant maps that the run has read.
func (m *machine) elements() []Element {
	var out []Element
	seen := map[read]bool{}
	for _, r := range m.reads {
		for _, v := range m.u.maps {
			if seen[r] || m.resolve(int32(m.reg[v.reg])) != m.resolve(r.root) {
				continue
			}
			seen[r] = true
			value := m.element(&m.maps[m.resolve(r.root)], r.key)
			out = append(out, Element{v.name, r.key[0], valueText(v.t.(*boogie.MapType).Value, value)})
		}
	}
	return out
}

// trips are the loops that the run entered, with their trip counts.
func (m *machine) trips() []Loop {
	var out []Loop
	for i, n := range m.visits {
		if n > 0 {
			out = append(out, Loop{m.u.loops[i], int(n) - 1})
		}
	}
	return out
}

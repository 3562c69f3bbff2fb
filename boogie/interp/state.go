package interp

import (
	"strconv"

	"gv2/boogie"
)

// failure describes the check that failed.
func (m *machine) failure() *Failure {
	c := m.u.checks[m.failed]
	return &Failure{Procedure: m.u.name, Tag: c.tag, Call: c.call, State: m.state(), Loops: m.trips()}
}

// state is the values of the variables that have one to show.
func (m *machine) state() map[string]string {
	out := make(map[string]string, len(m.u.vars))
	for _, v := range m.u.vars {
		n := m.reg[v.reg]
		switch v.t.(type) {
		case boogie.BV:
			out[v.name] = strconv.FormatUint(uint64(n), 10)
		default:
			out[v.name] = strconv.FormatInt(n, 10)
		}
		if v.t == boogie.Bool {
			out[v.name] = strconv.FormatBool(n != 0)
		}
	}
	return out
}

// trips are the loops that were entered.
func (m *machine) trips() []Loop {
	var out []Loop
	for i, n := range m.visits {
		if n > 0 {
			out = append(out, Loop{m.u.loops[i], int(n) - 1})
		}
	}
	return out
}

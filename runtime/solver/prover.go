package solver

import "strings"

// prover is one Z3 process, seen through its answers as Boogie echoes them.
type prover struct {
	last *check
	open bool // within the text of a model
}

// check is one answer of Z3 with the model that followed it.
type check struct {
	unknown bool
	model   *model
}

// proverSaid reads [SMT-OUT-0] text. Boogie reports an assertion as failed both
// when Z3 has found a counterexample and when it has given up ("unknown"); only
// these lines show the difference.
func (r *reader) proverSaid(line string) {
	rest, ok := strings.CutPrefix(line, "[SMT-OUT-")
	if !ok {
		return // the question to Z3, up to megabytes
	}
	id, text, ok := strings.Cut(rest, "] ")
	if !ok {
		return
	}
	p := r.provers[id]
	if p == nil {
		p = &prover{}
		r.provers[id] = p
	}
	switch {
	case text == "sat" || text == "unknown" || text == "unsat":
		r.answered, r.exhausted = true, text == "unsat"
	case strings.Contains(text, ":reason-unknown") && stopped(text):
		r.cut = true
	}
	switch {
	case text == "sat" || text == "unknown":
		p.last, p.open = &check{unknown: text == "unknown", model: newModel()}, false
		r.checks = append(r.checks, p.last)
	case text == "unsat":
		p.last, p.open = nil, false
	case p.last == nil:
	case !p.open && strings.HasPrefix(text, `"`):
		p.open = true
		p.modelText(text[1:])
	case p.open:
		p.modelText(text)
	}
}

// stopped reports whether the reason why Z3 does not know is a limit.
func stopped(reason string) bool {
	for _, word := range []string{"canceled", "timeout", "resource", "memory", "memout"} {
		if strings.Contains(reason, word) {
			return true
		}
	}
	return false
}

// attribute says that Z3's answers since the last call were about the current procedure.
// Boogie prints them before the name of the procedure or after it, but before the result.
func (r *reader) attribute() {
	if r.answered {
		r.searched[r.current] = r.exhausted && !r.cut
	}
	r.answered, r.cut = false, false
}

func (p *prover) modelText(text string) {
	end := strings.HasSuffix(text, `"`)
	p.last.model.line(strings.TrimSuffix(text, `"`))
	p.open = !end
}

// unsure reports whether the failure with this model comes from an answer of
// "unknown". Boogie sorts the errors of a procedure, so only the model
// identifies the answer; if none fits, any unknown answer makes the failure
// unsure.
func (r *reader) unsure(m *model) bool {
	found, among, any := false, false, false
	for _, c := range r.checks {
		any = any || c.unknown
		if m != nil && sameValues(c.model.top, m.top) {
			found, among = true, among || c.unknown
		}
	}
	if found {
		return among
	}
	return any
}

// sameValues compares a model of Z3 with one of Boogie, which adds only entries
// without a value.
func sameValues(x, y map[string]string) bool {
	if len(x) != len(y) {
		return false
	}
	for k, v := range x {
		if w, ok := y[k]; !ok || w != v {
			return false
		}
	}
	return true
}

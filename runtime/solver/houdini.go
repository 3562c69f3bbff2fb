package solver

import "strings"

// infer drops candidates that do not hold until the others do: Houdini. A model that
// falsifies some drops all that it falsifies.
func (d *decision) infer() error {
	d.off = map[string]bool{}
	for {
		says, err := d.check(strings.Join(d.kept(), " "))
		if err != nil {
			return err
		}
		switch says {
		case "unsat":
			return nil
		case "sat", "unknown":
		default:
			d.result.open, d.result.timedOut, d.result.why = true, true, says
			return nil
		}
		found, ok, err := d.read()
		if err != nil {
			return err
		}
		if !ok {
			d.result.open, d.result.why = true, "the solver gives up"
			return nil
		}
		text, progress := "", false
		for _, check := range found.Checks {
			switch {
			case check.Candidate == "" && !d.off[check.Off]:
				d.off[check.Off], progress = true, true
				text += "(assert " + check.Off + ")\n"
			case check.Candidate != "" && !d.dropped[check.Candidate]:
				d.dropped[check.Candidate], progress = true, true
				text += "(assert (not " + d.c.Symbol(check.Candidate) + "))\n"
			}
		}
		if !progress {
			d.result.open, d.result.why = true, "the solver gives up"
			return nil
		}
		if _, err := d.w.say(text); err != nil {
			return err
		}
	}
}

// kept are the candidates of the procedure that are left.
func (d *decision) kept() []string {
	var out []string
	for _, c := range d.c.Candidates {
		if !d.dropped[c] {
			out = append(out, d.c.Symbol(c))
		}
	}
	return out
}

package solver

import (
	"strings"

	"gv2/boogie/vc"
)

// infer drops candidates that do not hold until the others do: Houdini. A model that
// falsifies some drops all that it falsifies.
func (d *decision) infer() error {
	for {
		says, err := d.check(strings.Join(d.kept(), " "))
		if err != nil {
			return err
		}
		switch says.says {
		case isUnsat:
			return nil
		case isLate:
			return d.late(says, d.inferApart)
		}
		found, ok, err := d.read()
		if err != nil {
			return err
		}
		progress := false
		if ok {
			if progress, err = d.drop(found.Checks); err != nil {
				return err
			}
		}
		if !progress {
			return d.inferApart(single(d.left()))
		}
	}
}

// drop drops the candidates of checks, and turns the others off. It reports whether any of
// them was left.
func (d *decision) drop(checks []*vc.Check) (bool, error) {
	text := ""
	for _, check := range checks {
		switch {
		case check.Candidate == "" && !d.off[check.Off]:
			d.off[check.Off] = true
			text += "(assert " + check.Off + ")\n"
		case check.Candidate != "" && !d.dropped[check.Candidate]:
			d.dropped[check.Candidate] = true
			text += "(assert (not " + d.c.Symbol(check.Candidate) + "))\n"
		}
	}
	if text == "" {
		return false, nil
	}
	_, err := d.w.say(text)
	return true, err
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

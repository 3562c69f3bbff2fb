package solver

import (
	"strings"
	"time"

	"gv2/boogie/vc"
)

// left are the checks that are not off, but for those of candidates that are dropped.
func (d *decision) left() []*vc.Check { return d.still(d.c.Checks) }

// halves divides checks into two parts, in the order of the program.
func halves(checks []*vc.Check) [][]*vc.Check {
	half := len(checks) / 2
	return [][]*vc.Check{checks[:half], checks[half:]}
}

func single(checks []*vc.Check) [][]*vc.Check {
	var out [][]*vc.Check
	for _, check := range checks {
		out = append(out, []*vc.Check{check})
	}
	return out
}

// apart finds the checks that fail in parts of the condition, and those that have no
// answer: a part without one is halved. So one hard check does not hide what is known of
// the others.
func (d *decision) apart(parts [][]*vc.Check) error {
	for len(parts) > 0 && len(d.result.failures) < d.limit() {
		part := d.still(parts[0])
		if parts = parts[1:]; len(part) == 0 {
			continue
		}
		says, err := d.about(part, nil, len(parts)+1)
		if err != nil {
			return err
		}
		switch says.says {
		case isUnsat:
			continue
		case isOver:
			for _, part := range append(parts, part) {
				for _, check := range d.still(part) {
					d.unanswered(check, says)
				}
			}
			return nil
		}
		if says.says != isLate {
			found, ok, err := d.read()
			if err != nil {
				return err
			}
			ok = ok && !d.off[found.Checks[0].Off]
			switch {
			case !ok && says.says == isSat && d.untold:
				says = d.noModel()
			case !ok && says.says == isSat:
				return d.nonsense()
			case !ok && len(part) == 1:
				found, ok = &vc.Found{Checks: part}, true
			}
			if ok {
				if err := d.fail(found, says); err != nil {
					return err
				}
				parts = append([][]*vc.Check{part}, parts...)
				continue
			}
		}
		if len(part) > 1 {
			parts = append(parts, halves(part)...)
		} else {
			d.unanswered(part[0], says)
		}
	}
	return nil
}

// still are those of checks that are left.
func (d *decision) still(checks []*vc.Check) []*vc.Check {
	var out []*vc.Check
	for _, check := range checks {
		if !d.off[check.Off] && !d.dropped[check.Candidate] {
			out = append(out, check)
		}
	}
	return out
}

// leastPart is the part of the units of the solver for a whole that a question about one
// of its parts may take at least.
const leastPart = 16

// about asks about some of the checks, while the others are off. Among that many questions
// it divides the time left, and as many units as a question about all may take.
func (d *decision) about(part []*vc.Check, assuming []string, among int) (reply, error) {
	left, ok := d.w.left()
	if !ok {
		return reply{says: isOver, cause: OverTime}, nil
	}
	var effort int64
	if all := d.w.q.opts.Resources; all > 0 {
		if d.spent > 2*all {
			return reply{says: isOver, cause: OverEffort}, nil
		}
		effort = max((all-d.spent)/int64(among), all/leastPart, 1)
	}
	if left > 0 {
		left = max(left/time.Duration(among), time.Millisecond)
	}
	in := map[*vc.Check]bool{}
	for _, check := range part {
		in[check] = true
	}
	terms := assuming
	for _, check := range d.left() {
		if !in[check] {
			terms = append(terms, check.Off)
		}
	}
	says, err := d.within(strings.Join(terms, " "), effort, left)
	if says.says == isLate {
		d.spent += effort
	}
	return says, err
}

// inferApart drops candidates as infer does, in parts of the condition: a part without an
// answer is halved, and a candidate of which a single check has none is dropped.
func (d *decision) inferApart(parts [][]*vc.Check) error {
	var hold [][]*vc.Check
	for len(parts) > 0 {
		part := d.still(parts[0])
		if parts = parts[1:]; len(part) == 0 {
			continue
		}
		says, err := d.about(part, d.kept(), len(parts)+1)
		if err != nil {
			return err
		}
		switch says.says {
		case isUnsat:
			hold = append(hold, part)
			continue
		case isOver:
			d.unanswered(nil, says)
			d.result.open = true
			return nil
		}
		before := len(d.dropped)
		if says.says != isLate {
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
			if progress {
				parts = append([][]*vc.Check{part}, parts...)
			} else {
				says.says, says.cause = isLate, GaveUp
			}
		}
		if says.says == isLate {
			if len(part) > 1 {
				parts = append(parts, halves(part)...)
			} else {
				d.unanswered(part[0], says)
				if _, err := d.drop(part); err != nil {
					return err
				}
			}
		}
		if len(d.dropped) > before {
			// What held with the candidates that are gone may not hold without them.
			parts, hold = append(parts, hold...), nil
		}
	}
	return nil
}

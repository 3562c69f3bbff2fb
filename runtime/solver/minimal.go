package solver

import (
	"slices"
	"strings"

	"gv2/boogie/vc"
)

// The solver's units for one question about fewer invariants, and about all of them. A limit of
// effort, and not of time, since what is kept shall not depend on the machine.
const (
	fewerResources = 2_000_000
	allResources   = 50_000_000
)

// minimise drops candidates, all of which hold, that nothing needs: neither an assertion nor
// one of those that stay. None of those that stay can be left out alone. Assertions that fail
// with all candidates fail with fewer, too, and count for nothing.
func (d *decision) minimise() error {
	list, ok, err := d.needed()
	if !ok || err != nil {
		return err
	}
	d.keepOnly(list)
	for again := true; again; {
		again = false
		for i := len(list) - 1; i >= 0; i-- {
			core, says, err := d.provedBy(slices.Delete(slices.Clone(list), i, i+1), nil, fewerResources)
			if err != nil {
				return err
			}
			if says == isUnsat {
				list, again = core, true
				i = min(i, len(list))
				d.keepOnly(list)
			}
		}
	}
	return nil
}

// needed are the candidates that are used, when all are there, for the assertions, for what is used there, and
// so on. It is false where the solver does not say.
func (d *decision) needed() ([]string, bool, error) {
	all := d.c.Candidates
	if ok, err := d.withoutFailing(all); !ok || err != nil {
		return nil, false, err
	}
	of := map[string][]*vc.Check{}
	for _, check := range d.left() {
		of[check.Candidate] = append(of[check.Candidate], check)
	}
	needed := map[string]bool{}
	for goals := of[""]; len(goals) > 0; {
		core, says, err := d.provedBy(all, goals, allResources)
		if says != isUnsat || err != nil {
			return nil, false, err
		}
		goals = nil
		for _, c := range core {
			if !needed[c] {
				needed[c] = true
				goals = append(goals, of[c]...)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(c string) bool { return !needed[c] }), true, nil
}

// withoutFailing turns those assertions off that fail with all candidates. It is false where the rest is
// not proved.
func (d *decision) withoutFailing(all []string) (bool, error) {
	for {
		_, says, err := d.provedBy(all, nil, allResources)
		if says != isSat || err != nil {
			return says == isUnsat, err
		}
		found, ok, err := d.read()
		if !ok || err != nil || d.off[found.Checks[0].Off] || found.Checks[0].Candidate != "" {
			return false, err
		}
		d.off[found.Checks[0].Off] = true
		if _, err := d.w.say("(assert " + found.Checks[0].Off + ")"); err != nil {
			return false, err
		}
	}
}

// provedBy asks whether checks, nil for all, hold with those candidates and no others: they do if it says unsat. Core are those of
// the candidates that the proof has used.
func (d *decision) provedBy(with []string, checks []*vc.Check, effort int64) (core []string, says string, err error) {
	left, ok := d.w.left()
	if !ok {
		return nil, isLate, nil
	}
	if own := d.w.q.opts.Resources; own > 0 {
		effort = min(effort, own)
	}
	var terms []string
	for _, c := range with {
		terms = append(terms, d.c.Symbol(c))
	}
	for _, c := range d.c.Candidates {
		if !slices.Contains(with, c) {
			terms = append(terms, "(not "+d.c.Symbol(c)+")")
		}
	}
	if checks != nil {
		for _, check := range d.left() {
			if !slices.Contains(checks, check) {
				terms = append(terms, check.Off)
			}
		}
	}
	answer, err := d.within(strings.Join(terms, " "), effort, left)
	if err != nil || answer.says != isUnsat {
		return nil, answer.says, err
	}
	core, err = d.core(with)
	return core, answer.says, err
}

// core are those of the candidates that the last answer rests on; all of them where the solver does not tell.
func (d *decision) core(of []string) ([]string, error) {
	if d.w.q.z.Tool == "cvc5" {
		return of, nil
	}
	said, err := d.w.say("(get-unsat-core)")
	if err != nil {
		return nil, err
	}
	names, err := parseSMT(said)
	if err != nil {
		return nil, &ToolError{d.w.q.z.Tool, "it names no assumptions", firstLines(said)}
	}
	used := map[string]bool{}
	for _, n := range names.items {
		used[n.text()] = true
	}
	return slices.DeleteFunc(slices.Clone(of), func(c string) bool { return !used[d.c.Symbol(c)] }), nil
}

// keepOnly notes that the other candidates are dropped.
func (d *decision) keepOnly(list []string) {
	for _, c := range d.c.Candidates {
		d.dropped[c] = !slices.Contains(list, c)
	}
}

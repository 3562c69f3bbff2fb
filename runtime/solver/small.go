package solver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gv2/boogie/vc"
)

// smallValues are the limits that counterexamples are tried with, and smallResources what
// one try may take.
var smallValues = []int64{4, 32, 256, 4096}

const smallResources = 300_000

// smaller looks for a counterexample to the same check in which the constants of
// Options.Small have small values, and returns what it was given where there is none.
func (d *decision) smaller(found *vc.Found, state map[string]string) (*vc.Found, map[string]string, error) {
	var names []vc.Value
	for _, v := range found.State {
		if _, known := state[v.Name]; known && v.AtMost(1) != "" && slices.Contains(d.w.q.opts.Small, v.Name) {
			names = append(names, v)
		}
	}
	if len(names) == 0 {
		return found, state, nil
	}
	for i := 1; 0 <= i && i < len(smallValues); {
		ok := allWithin(names, state, smallValues[i])
		if !ok {
			again, values, err := d.inside(found.Checks[0], names, smallValues[i])
			if err != nil {
				return nil, nil, err
			}
			if ok = again != nil; ok {
				found, state = again, values
			}
		}
		switch {
		case ok && i == 1:
			i = 0
		case ok || i == 0:
			i = -1
		default:
			i++
		}
	}
	return found, state, nil
}

// inside looks for a counterexample to the check with values up to n; nil if there is none.
func (d *decision) inside(check *vc.Check, names []vc.Value, n int64) (*vc.Found, map[string]string, error) {
	d.bounds++
	bound := "small!" + strconv.Itoa(d.bounds)
	limits := make([]string, len(names))
	for i, v := range names {
		limits[i] = v.AtMost(n)
	}
	text := fmt.Sprintf("(declare-fun %s () Bool)\n(assert (=> %s (and true %s)))", bound, bound, strings.Join(limits, " "))
	if _, err := d.w.say(text); err != nil {
		return nil, nil, err
	}
	assuming := []string{bound}
	for _, other := range d.c.Checks {
		if other != check && !d.off[other.Off] {
			assuming = append(assuming, other.Off)
		}
	}
	resources := int64(smallResources)
	if own := d.w.q.opts.Resources; own > 0 {
		resources = min(resources, own)
	}
	left, ok := d.w.left()
	if !ok {
		return nil, nil, nil
	}
	if says, err := d.within(strings.Join(assuming, " "), resources, left); err != nil || says.says != isSat {
		return nil, nil, err
	}
	found, ok, err := d.read()
	if err != nil || !ok || found.Checks[0] != check {
		return nil, nil, err
	}
	state, err := d.state(found)
	return found, state, err
}

// allWithin reports whether the values of those names are between 0 and n.
func allWithin(names []vc.Value, state map[string]string, n int64) bool {
	for _, v := range names {
		value, err := strconv.ParseUint(state[v.Name], 10, 64)
		if err != nil || value > uint64(n) {
			return false
		}
	}
	return true
}

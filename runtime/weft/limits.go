package weft

// limits bound the second run. Beyond them counts of pairs are lower bounds. If
// that could hide a harmful race behind harmless ones, the element is partial:
// its races are then reported as possible at least.
type limits struct {
	elements int // that are watched, over all arrays
	tests    int // comparisons of accesses, over all elements; each has a share
	entries  int // in all logs at one time; each element has a share
	forgetAt int // number of entries at which the run drops those that cannot race any more
	groups   int // statements and blocks over all elements
	// groupTests are comparisons of groups, over all elements; each has a share.
	groupTests int
	// grace is how many of them are made when the time is up, so that what has been logged is not for nothing.
	grace   int
	tallies int // pairs of statements, by element and warps
	// fewest is the least share of tests and groups, however many elements there are.
	fewest int
	// latest is how many earlier accesses the run still compares once an element
	// has used its share: most further pairs of statements are close to each other
	// in the log.
	latest int
	// patience is how many times its share an element may use until a race on it is
	// found.
	patience int
}

func defaultLimits() limits {
	return limits{
		elements: 1 << 16, tests: 1 << 26, entries: 1 << 20, forgetAt: 1 << 15,
		groups: 1 << 18, groupTests: 1 << 24, grace: 1 << 20, tallies: 1 << 17,
		fewest: 256, latest: 16, patience: 4,
	}
}

// testsOfPair is how many comparisons a racing pair counts as, because noting
// it takes as long.
const testsOfPair = 8

// comparisons is an element's share of the tests.
func (q *pairs) comparisons() int { return max(q.tests/len(q.list), q.fewest) }

// entriesEach is an element's share of the logs.
func (q *pairs) entriesEach() int { return max(q.entries/len(q.list), q.latest) }

// groupComparisons is an element's share of the comparisons of groups.
func (q *pairs) groupComparisons() int { return max(q.groupTests/len(q.list), q.fewest) }

// since moves the place in the log of w from which e is compared forward, once
// the element has used its share of comparisons and its race is found, or its
// patience has ended.
func (q *pairs) since(w *watched, e *entry, from int) int {
	share, late := q.comparisons(), len(w.log)-q.latest
	if w.tests < share || late <= from || w.tests < q.patience*share && !w.foundEnough() {
		return from
	}
	w.cut = true
	if from < w.alike || !e.sameWrite(&w.log[len(w.log)-1]) {
		w.partial = true
	}
	return late
}

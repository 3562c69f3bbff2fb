package fences

import "slices"

// Oracle judges a program with fences of the given levels, one for each place, 0 for none.
// More and stronger fences never make a right program wrong; whether it is known what they make
// it is another question.
type Oracle func(levels []uint8) Verdict

// search finds the minimal choices of levels with which an oracle says yes, by implicit
// hitting sets: each choice that is not enough is raised to a largest one that is not enough,
// which every answer has to exceed somewhere; the cheapest choice that exceeds them all is
// asked about next. (Chandrasekaran, Karp, Moreno-Centeno, Vempala: Algorithms for implicit
// hitting set problems, SODA 2011.)
type search struct {
	places int
	top    uint8
	ask    Oracle
	// left is how many questions may still be asked.
	left  int
	over  func() bool
	open  bool      // something is not known
	short [][]uint8 // choices that are not enough, as large as they are known to be
	found [][]uint8
}

// minimal are the minimal choices in the order of their cost, fewest and then weakest fences
// first, and whether these are all: the questions or the time may run out, or something not be
// known. Without places that is one empty choice, or none. each gets every choice as soon as it is found.
func minimal(places int, top uint8, ask Oracle, each func(levels []uint8), questions int, over func() bool) (found [][]uint8, all bool) {
	s := &search{places: places, top: top, ask: ask, left: questions, over: over}
	if s.asks(slices.Repeat([]uint8{top}, places)) == Wrong {
		return nil, true
	}
	for s.left > 0 && !over() {
		next := s.cheapest()
		if next == nil {
			return s.found, !s.open
		}
		switch s.asks(next) {
		case Right:
			s.found = append(s.found, next)
			each(next)
		case Wrong:
			s.short = append(s.short, s.raised(next))
		case Unknown:
			s.open = true
			s.short = append(s.short, next)
		}
	}
	return s.found, false
}

// asks asks; without questions left nothing is known.
func (s *search) asks(levels []uint8) Verdict {
	if s.left <= 0 || s.over() {
		return Unknown
	}
	s.left--
	return s.ask(levels)
}

// raised is a choice above one that is not enough and is not enough either, as large as
// there is one of which that is known.
func (s *search) raised(levels []uint8) []uint8 {
	out := slices.Clone(levels)
	for i := range out {
		was := out[i]
		for l := s.top; l > was; l-- { // the strongest first: most fences do not matter for what is missing
			if out[i] = l; s.asks(out) == Wrong {
				break
			}
			out[i] = was
		}
	}
	return out
}

// cheapest is the cheapest choice that exceeds everything that is not enough and is not above
// what was found, nil if there is none.
func (s *search) cheapest() []uint8 {
	var best []uint8
	s.exceed(make([]uint8, s.places), 0, &best)
	return best
}

// exceed raises levels until they exceed all in s.short from number from on.
func (s *search) exceed(levels []uint8, from int, best *[]uint8) {
	if *best != nil && !cheaper(levels, *best) || slices.ContainsFunc(s.found, func(f []uint8) bool { return below(f, levels) }) {
		return
	}
	for ; from < len(s.short); from++ {
		if below(levels, s.short[from]) {
			break
		}
	}
	if from == len(s.short) {
		*best = slices.Clone(levels)
		return
	}
	for i, most := range s.short[from] {
		if most < s.top {
			was := levels[i]
			levels[i] = most + 1
			s.exceed(levels, from+1, best)
			levels[i] = was
		}
	}
}

// below reports whether a is at most b everywhere.
func below(a, b []uint8) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}

// cheaper compares the number of fences, then their strengths, then their places.
func cheaper(a, b []uint8) bool {
	countA, sumA := cost(a)
	countB, sumB := cost(b)
	switch {
	case countA != countB:
		return countA < countB
	case sumA != sumB:
		return sumA < sumB
	}
	return slices.Compare(a, b) > 0 // earlier places first
}

func cost(levels []uint8) (count, sum int) {
	for _, l := range levels {
		if l > 0 {
			count++
		}
		sum += int(l)
	}
	return count, sum
}

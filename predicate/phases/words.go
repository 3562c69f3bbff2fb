package phases

import "gv2/frontend/kernel"

// Words of shared memory whose values are known from the statements before barriers are used: a thread sets one, others add to
// it by atomics, and behind the next barrier of the block a thread reads how many there are. So does the state of a
// cuda::pipeline, which counts its producers there, when it sets up its barriers.
//
// Only atomics on elements of constant indices count. Between two barriers of the block, either one thread alone touches a word, or all
// that threads do is to add to it; the value of any other is not known, nor that of a word which anything else touches.

// wordState is what is known of a word.
type wordState struct {
	val   int64 // when the segment began, or what its only thread has made of it
	known bool
	// by is the thread that has touched it since the last barrier of the block, added what is added since: by others, too, if shared.
	by           *thread
	shared, read bool // read: its value was used, or it was set, since then
	added        int64
}

// word is what is known of an element; nil if nothing ever will be.
func (p *prefix) word(e element) *wordState {
	if p.wild[e] || p.lost[e.array] {
		return nil // spoilt before, as all its uses are from then on
	}
	w := p.words[e]
	if w == nil {
		w = &wordState{}
		p.words[e] = w
	}
	return w
}

// segment begins what lies between two barriers of the block.
func (p *prefix) segment() {
	for _, w := range p.words {
		w.val += w.added
		w.by, w.shared, w.read, w.added = nil, false, false, 0
	}
}

// spoil forgets a word, for good; again if threads may have been told values of it that need not be so.
func (p *prefix) spoil(e element) {
	p.again = p.again || p.words[e] != nil
	p.wild[e] = true
}

// forget is for an access that may change words, nobody knows how.
func (p *prefix) forget(acc *kernel.Access, index int64, known bool) {
	if acc.Array.Space != kernel.Shared {
		return
	}
	if known {
		for i := range int64(max(acc.Width, 1)) {
			p.spoil(element{acc.Array, index + i})
		}
		return
	}
	for e := range p.words {
		p.again = p.again || e.array == acc.Array
	}
	p.lost[acc.Array] = true
}

// atomic executes an atomic, and tells whether its result is known now.
func (t *thread) atomic(s *kernel.Atomic) (known bool) {
	defer func() {
		if !known {
			t.p.load(s, nil)
		}
	}()
	index, fixed := t.eval(s.Acc.Index)
	if s.Acc.Array.Space != kernel.Shared {
		return false
	}
	c, constant := s.Acc.Index.(*kernel.Const)
	elem := s.Acc.Array.Elem
	if !constant || s.Acc.Width > 1 || s.Acc.Member != nil || s.Acc.Far || !elem.IsInt() {
		t.p.forget(&s.Acc, index, fixed)
		return false
	}
	e := element{s.Acc.Array, c.Val}
	w := t.p.word(e)
	if w == nil {
		return false
	}
	alone := w.by == nil || w.by == t && !w.shared
	adds := s.Op == "add" && len(s.Args) == 1
	if !alone && (w.read || !adds || s.Dst != nil) {
		t.p.spoil(e)
		return false
	}
	old, was := elem.Wrap(w.val+w.added), w.known
	w.by, w.shared = t, !alone
	w.read = w.read || !adds || s.Dst != nil
	switch {
	case adds:
		n, ok := t.eval(s.Args[0])
		w.added, w.known = w.added+n, w.known && ok
	case s.Op == "load":
	case (s.Op == "store" || s.Op == "exch") && len(s.Args) == 1:
		w.added = 0
		w.val, w.known = t.eval(s.Args[0])
	default:
		t.p.spoil(e)
		return false
	}
	if s.Dst == nil || !was {
		return false
	}
	t.vars[s.Dst] = old
	t.p.load(s, kernel.NewConst(elem, old))
	return true
}

// load notes what a thread loads.
func (p *prefix) load(s kernel.Stmt, c *kernel.Const) {
	if was, again := p.loaded[s]; again && (was == nil || c == nil || was.Val != c.Val) {
		c = nil
	}
	p.loaded[s] = c
}

// touches forgets the words that a statement changes, if it is no atomic.
func (t *thread) touches(s kernel.Stmt) {
	if acc := kernel.Touched(s); acc != nil && !isLoad(s) {
		index, known := t.eval(acc.Index)
		t.p.forget(acc, index, known)
	}
}

func isLoad(s kernel.Stmt) bool {
	_, is := s.(*kernel.Load)
	return is
}

// follows reports whether all that threads do to a word was followed.
func (p *prefix) follows(e element) bool {
	return p.words[e] != nil && !p.wild[e] && !p.lost[e.array]
}

// valueOf is the value of a word when all threads have met; false if it is not known.
func (p *prefix) valueOf(e element) (int64, bool) {
	w := p.words[e]
	if !p.follows(e) || !w.known {
		return 0, false
	}
	return e.array.Elem.Wrap(w.val + w.added), true
}

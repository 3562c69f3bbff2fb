package cfg

import "slices"

// Node is a piece of structured code.
type Node interface{ isNode() }

// Block is what a block does, without its branch.
type Block struct{ ID int }

// Edge is what happens on the way from one block to another. After is set if the values
// that the edge back of a loop changes have changed already: it is behind the end of a loop
// that tests at its end.
type Edge struct {
	From, To int
	After    *Loop
}

// If branches by the condition of a block.
type If struct {
	ID         int
	Then, Else []Node
}

// Loop is repeated until it is left. As in the kernel IR:
//
//	Head; while (condition of Cond) { Body; Post; Head }
//	do { Body; Post } while (condition of Cond)            (DoWhile)
//
// Cond is -1 for a loop that only jumps leave; Negated is set if the loop goes on where the
// condition does not hold. Post is the edge back, if there is one.
type Loop struct {
	Header  int
	Head    []Node
	Cond    int
	Negated bool
	Body    []Node
	Post    []Node
	DoWhile bool
}

// Region is a piece of code that Leave jumps to the end of. Label is the block that follows.
type Region struct {
	Label int
	Body  []Node
}

// Leave jumps to the end of the region of that label.
type Leave struct{ Label int }

// Continue jumps to Post of the innermost loop.
type Continue struct{}

// Return ends the thread, behind a block without successors.
type Return struct{ ID int }

func (*Block) isNode()    {}
func (*Edge) isNode()     {}
func (*If) isNode()       {}
func (*Loop) isNode()     {}
func (*Region) isNode()   {}
func (*Leave) isNode()    {}
func (*Continue) isNode() {}
func (*Return) isNode()   {}

// Structure is the code of a graph. simple reports whether a block may be executed as the
// test of a loop: it only computes.
func Structure(g *Graph, simple func(id int) bool) []Node {
	s := &structurer{g: g, simple: simple}
	return s.place(0)
}

type structurer struct {
	g      *Graph
	simple func(int) bool
}

// behind is the header of the loop behind which a block is placed: the outermost loop that
// its dominator is in and it is not; -1 if there is none.
func (s *structurer) behind(b int) int {
	out := -1
	for l := s.g.Loop[s.g.Idom[b]]; l >= 0; l = s.g.Outer[l] {
		if !s.g.InLoop(b, l) {
			out = l
		}
	}
	return out
}

// merges reports whether a block has several ways in, loops apart.
func (s *structurer) merges(b int) bool {
	n := 0
	for _, p := range s.g.Preds[b] {
		if s.g.isBack(p, b) {
			continue
		}
		n++
		if succs := s.g.Succs[p]; len(succs) == 2 && succs[0] == succs[1] {
			n++
		}
	}
	return n > 1
}

// place is a block with all that is placed with it.
func (s *structurer) place(b int) []Node {
	if !s.g.IsHeader(b) {
		return s.within(b)
	}
	loop := &Loop{Header: b, Cond: -1, Body: trimContinue(s.within(b))}
	var exits []int
	s.exits(b, b, &exits)
	slices.SortFunc(exits, func(x, y int) int { return s.g.Place[x] - s.g.Place[y] })
	return s.surround(s.shape(loop), exits)
}

// exits collects the blocks that are placed behind the loop of a header.
func (s *structurer) exits(header, b int, out *[]int) {
	for _, c := range s.g.Children[b] {
		switch {
		case s.g.InLoop(c, header):
			s.exits(header, c, out)
		case s.behind(c) == header:
			*out = append(*out, c)
		}
	}
}

// within is a block, and what follows it in the same loop.
func (s *structurer) within(b int) []Node {
	code := append([]Node{&Block{b}}, s.branch(b)...)
	var joins []int
	for _, c := range s.g.Children[b] {
		if s.behind(c) < 0 && s.merges(c) {
			joins = append(joins, c)
		}
	}
	return s.surround(code, joins)
}

// surround puts blocks behind code that jumps to them, in their order.
func (s *structurer) surround(code []Node, blocks []int) []Node {
	for _, b := range blocks {
		code = trimLeave(code, b)
		if leaves(code, b) {
			code = []Node{&Region{Label: b, Body: code}}
		}
		code = append(code, s.place(b)...)
	}
	return code
}

// branch is the end of a block.
func (s *structurer) branch(b int) []Node {
	switch succs := s.g.Succs[b]; len(succs) {
	case 0:
		return []Node{&Return{b}}
	case 1:
		return s.jump(b, succs[0])
	default:
		return []Node{&If{ID: b, Then: s.jump(b, succs[0]), Else: s.jump(b, succs[1])}}
	}
}

// jump goes from one block to another.
func (s *structurer) jump(from, to int) []Node {
	edge := &Edge{From: from, To: to}
	switch {
	case s.g.isBack(from, to):
		return []Node{edge, &Continue{}}
	case s.behind(to) >= 0 || s.merges(to):
		return []Node{edge, &Leave{to}}
	}
	return append([]Node{edge}, s.place(to)...)
}

// trimLeave drops jumps to where execution goes anyway.
func trimLeave(code []Node, label int) []Node {
	if len(code) == 0 {
		return code
	}
	last := len(code) - 1
	switch n := code[last].(type) {
	case *Leave:
		if n.Label == label {
			return code[:last]
		}
	case *If:
		n.Then, n.Else = trimLeave(n.Then, label), trimLeave(n.Else, label)
	case *Region:
		n.Body = trimLeave(n.Body, label)
	}
	return code
}

// trimContinue drops jumps to the end of a loop's body at its end.
func trimContinue(code []Node) []Node {
	if len(code) == 0 {
		return code
	}
	last := len(code) - 1
	switch n := code[last].(type) {
	case *Continue:
		return code[:last]
	case *If:
		n.Then, n.Else = trimContinue(n.Then), trimContinue(n.Else)
	case *Region:
		n.Body = trimContinue(n.Body)
	}
	return code
}

// leaves reports whether code jumps to a label.
func leaves(code []Node, label int) bool {
	return contains(code, func(n Node) bool {
		l, ok := n.(*Leave)
		return ok && l.Label == label
	})
}

// contains reports whether a node of code, or inside of one, is as asked.
func contains(code []Node, is func(Node) bool) bool {
	for _, n := range code {
		if is(n) {
			return true
		}
		inside := false
		switch n := n.(type) {
		case *If:
			inside = contains(n.Then, is) || contains(n.Else, is)
		case *Loop:
			inside = contains(n.Head, is) || contains(n.Body, is) || contains(n.Post, is)
		case *Region:
			inside = contains(n.Body, is)
		}
		if inside {
			return true
		}
	}
	return false
}

// shape gives a loop that jumps leave a condition, where its first or last branch is one.
func (s *structurer) shape(l *Loop) []Node {
	if rest, ok := s.testsLast(l); ok {
		return append([]Node{l}, rest...)
	}
	if rest, ok := s.testsFirst(l); ok {
		return append([]Node{l}, rest...)
	}
	return []Node{l}
}

// testsLast makes a loop that ends in if (c) { edge back } else { edge out; leave } a
// do-while loop. What is behind it then is returned.
func (s *structurer) testsLast(l *Loop) (rest []Node, ok bool) {
	last := len(l.Body) - 1
	branch, ok := l.Body[last].(*If)
	if !ok || s.continues(l.Body[:last]) {
		return nil, false
	}
	back, out := branch.Then, branch.Else
	if !s.isBackEdge(back, l.Header) {
		back, out = out, back
		l.Negated = true
	}
	if !s.isBackEdge(back, l.Header) || !isExit(out) {
		l.Negated = false
		return nil, false
	}
	l.Body, l.Post, l.Cond, l.DoWhile = l.Body[:last], back, branch.ID, true
	edge := *out[0].(*Edge)
	edge.After = l
	return append([]Node{&edge}, out[1:]...), true
}

// testsFirst makes a loop of one block and if (c) { rest; edge back } else { edge out; leave
// } a while loop.
func (s *structurer) testsFirst(l *Loop) (rest []Node, ok bool) {
	if len(l.Body) != 2 || !s.simple(l.Header) {
		return nil, false
	}
	branch, ok := l.Body[1].(*If)
	if !ok {
		return nil, false
	}
	body, out := branch.Then, branch.Else
	if !isExit(out) {
		body, out = out, body
		l.Negated = true
	}
	n := len(body) - 1
	if !isExit(out) || n < 0 || !s.isBackEdge(body[n:], l.Header) || s.continues(body[:n]) {
		l.Negated = false
		return nil, false
	}
	l.Head, l.Cond, l.Body, l.Post = l.Body[:1], branch.ID, body[:n], body[n:]
	return out, true
}

// isBackEdge reports whether code is the edge back to a header and nothing else.
func (s *structurer) isBackEdge(code []Node, header int) bool {
	if len(code) != 1 {
		return false
	}
	e, ok := code[0].(*Edge)
	return ok && e.To == header && s.g.isBack(e.From, e.To)
}

// isExit reports whether code is an edge and a jump out of the loop.
func isExit(code []Node) bool {
	if len(code) != 2 {
		return false
	}
	_, edge := code[0].(*Edge)
	_, leave := code[1].(*Leave)
	return edge && leave
}

// continues reports whether code jumps to the end of the loop that it is the body of.
func (s *structurer) continues(code []Node) bool {
	for _, n := range code {
		switch n := n.(type) {
		case *Continue:
			return true
		case *If:
			if s.continues(n.Then) || s.continues(n.Else) {
				return true
			}
		case *Region:
			if s.continues(n.Body) {
				return true
			}
		}
	}
	return false
}

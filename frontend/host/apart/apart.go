package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Arguments are what a launch passes on one way that leads there: for each of them the pointers that it may be, and those of
// the members that were asked for.
type Arguments struct {
	args [][]*pointer
	// at is the call or launch, within the function around it.
	fn *cuda.FuncDecl
}

// Member is an argument, or a member of it: .p.
type Member struct {
	Arg  int
	Path string
}

// mostWays bounds the ways to one launch.
const mostWays = 64

// At are the arguments of the launch or call at token i; none if nothing is known of the function around it.
func (p *Program) At(i int, args []cuda.Expr, members []Member) []Arguments {
	fn, ok := p.flow.Around(i)
	if !ok {
		return nil
	}
	var out []Arguments
	for _, n := range p.around(fn, i) {
		states := []*state{n.state.clone()}
		for _, a := range args {
			states = n.frame.chosen(a, states)
		}
		for _, s := range states {
			a := Arguments{fn: fn}
			for _, m := range members {
				var all []*pointer
				switch {
				case m.Arg >= len(args):
				case m.Path == "":
					all, _ = n.frame.value(s, args[m.Arg])
				default:
					for _, l := range n.frame.place(s, args[m.Arg]) {
						all = union(all, s.read(l.part(m.Path)))
					}
				}
				a.args = append(a.args, all)
			}
			if out = append(out, a); len(out) > mostWays {
				return nil
			}
		}
	}
	return out
}

// around are the states at the smallest piece around a token.
func (p *Program) around(fn *cuda.FuncDecl, i int) []*noted {
	r := p.runOf(fn)
	size := -1
	for _, n := range r.noted {
		if n.lo <= i && i < n.hi && (size < 0 || n.hi-n.lo < size) {
			size = n.hi - n.lo
		}
	}
	return slices.DeleteFunc(slices.Clone(r.noted), func(n *noted) bool { return i < n.lo || i >= n.hi || n.hi-n.lo != size })
}

// Overlap reports whether arguments m and n may lead into one array.
func (a Arguments) Overlap(m, n int) bool { return anyOverlap(a.args[m], a.args[n]) }

// Lifted are arguments as they are when the function around them is called at token i with args; receiver is the object of
// which it is a method, nil for none.
func (p *Program) Lifted(list []Arguments, i int, args []cuda.Expr, receiver cuda.Expr, arrow bool) []Arguments {
	caller, ok := p.flow.Around(i)
	if !ok {
		return nil
	}
	var out []Arguments
	for _, n := range p.around(caller, i) {
		states := []*state{n.state.clone()}
		for _, a := range args {
			states = n.frame.chosen(a, states)
		}
		for _, s := range states {
			for _, a := range list {
				l := &lifting{s: s, f: n.frame, passed: map[string][]*pointer{}, objects: map[string][]*place{}}
				for k, q := range a.fn.Params {
					if k >= len(args) || q.Name == "" {
						continue
					}
					key := q.Name + paramMark
					l.objects[key] = n.frame.place(s, args[k])
					if l.passed[key], _ = n.frame.value(s, args[k]); q.Type != nil && q.Type.Form == cuda.ReferenceType {
						l.passed[key] = nil
						for _, of := range l.objects[key] {
							l.passed[key] = union(l.passed[key], s.read(of))
						}
					}
				}
				switch {
				case receiver == nil:
					for _, of := range n.frame.self {
						l.passed["this"] = append(l.passed["this"], addressOf(of))
					}
				case arrow:
					l.passed["this"], _ = n.frame.value(s, receiver)
				default:
					for _, of := range n.frame.place(s, receiver) {
						l.passed["this"] = append(l.passed["this"], addressOf(of))
					}
				}
				b := Arguments{fn: caller}
				for _, all := range a.args {
					var lifted []*pointer
					for _, q := range all {
						lifted = union(lifted, l.pointer(q))
					}
					b.args = append(b.args, lifted)
				}
				if out = append(out, b); len(out) > mostWays {
					return nil
				}
			}
		}
	}
	return out
}

// lifting replaces what places held when a function began by what its caller has there.
type lifting struct {
	s       *state
	f       *frame
	passed  map[string][]*pointer
	objects map[string][]*place
}

func (l *lifting) pointer(p *pointer) []*pointer {
	switch {
	case p.first != nil:
		of := p.first
		if all, is := l.passed[of.name]; is && of.through == nil && of.path == "" {
			return all
		}
		var out []*pointer
		for _, at := range l.place(of) {
			out = union(out, l.s.read(at))
		}
		return out
	case p.to != nil:
		var out []*pointer
		for _, at := range l.place(p.to) {
			q := *addressOf(at)
			q.array = p.array && q.to != nil
			out = append(out, &q)
		}
		return out
	case p.of != nil:
		var out []*pointer
		for _, at := range l.place(p.of) {
			out = union(out, l.s.read(at.part(p.index)))
		}
		return append(out, l.made(p))
	}
	return []*pointer{l.made(p)}
}

// made is p with what it was made of replaced.
func (l *lifting) made(p *pointer) *pointer {
	q := *p
	q.from, q.among = nil, nil
	for _, o := range p.from {
		q.from = union(q.from, l.pointer(o))
	}
	for _, o := range p.among {
		q.among = union(q.among, l.pointer(o))
	}
	q.tangled = q.tangled || meet(q.from)
	return &q
}

func (l *lifting) place(of *place) []*place {
	switch {
	case of.through != nil:
		var out []*place
		for _, p := range l.pointer(of.through) {
			if p.depth() < deepest {
				at := p.at("")
				if of.path != "" {
					at = at.part(of.path)
				}
				out = append(out, at)
			}
		}
		return out
	case strings.HasSuffix(of.name, paramMark) && len(l.objects[of.name]) > 0:
		if of.path == "" {
			return l.objects[of.name]
		}
		return parts(l.objects[of.name], of.path)
	case strings.HasPrefix(of.name, "::"):
		return []*place{of}
	}
	return []*place{{name: "in " + of.name, path: of.path, key: "in " + of.key}}
}

package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Pointers that were numbers, and may be again. A number that was made of pointers is kept as these (madeOfNumbers). Of what comes
// from elsewhere as a number, as from a text, nobody knows which pointer it is: each that there is.
//
//	float *p = (float *)strtoull(getenv("POINTER"), nullptr, 16);

// parses are functions that give numbers which they find in texts.
var parses = map[string]bool{"strtol": true, "strtoul": true, "strtoll": true, "strtoull": true, "strtoimax": true, "strtoumax": true, "atol": true, "atoll": true, "atoi": true,
	"stoi": true, "stol": true, "stoul": true, "stoll": true, "stoull": true}

// wide reports whether a number of a type holds a pointer.
func wide(t *cuda.TypeExpr) bool {
	t = bare(t)
	return t == plainInt || t != nil && t.Form == cuda.NamedType && wideNumbers[t.Name]
}

var wideNumbers = map[string]bool{"long": true, "unsigned long": true, "long long": true, "unsigned long long": true, "size_t": true, "ssize_t": true, "ptrdiff_t": true,
	"int64_t": true, "uint64_t": true, "intptr_t": true, "uintptr_t": true}

// unknownNumber is a number as a pointer which is not known to have been made of one; from is where it is, nil if it is no object.
// What a parameter has, or a variable that outlives functions, is one as their pointers are.
func unknownNumber(f *frame, s *state, e *cuda.CastExpr, from *place) []*pointer {
	if !hasEffects(e.X) {
		if n := f.count(s, e.X); n.constant() && n.c == 0 {
			return []*pointer{nothing}
		}
	}
	if from != nil && s.values[from.key] == nil && s.ages[from.key] == 0 {
		all := s.read(from)
		own := slices.ContainsFunc(all, func(p *pointer) bool {
			return p.first != nil && p.first.through == nil && !strings.HasPrefix(p.first.name, "::") && !strings.HasSuffix(p.first.name, paramMark)
		})
		if !own {
			return all
		}
	}
	return []*pointer{anything(f, s, notRead(e))}
}

// forget says that places get numbers of which nothing is known.
func (s *state) forget(places []*place) {
	for _, l := range places {
		s.unknown(l)
		delete(s.held, l.key)
	}
}

// madeOfNumbers are the pointers in a sum of integers to which pointers were converted.
func (f *frame) madeOfNumbers(s *state, e cuda.Expr) []*pointer {
	var out []*pointer
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident, *cuda.MemberExpr:
			for _, l := range f.place(s, x) {
				if c := s.held[l.key]; c != nil && exact(l.path) && isNumber(f.typeOf(x)) {
					out = union(out, c.all)
				}
			}
			return false
		case *cuda.IndexExpr: // of an array of such integers
			if isNumber(f.typeOf(x)) && isPlace(x.X) {
				for _, l := range f.place(s, x.X) {
					if isNumber(elementOf(f.file.types[l.key])) {
						for k, c := range s.held {
							if within(k, l.key) {
								out = union(out, c.all)
							}
						}
					}
				}
				slices.SortFunc(out, func(p, q *pointer) int { return strings.Compare(p.key, q.key) })
			}
			return false
		case *cuda.CastExpr:
			if f.certain(x.X) {
				all, _ := f.value(s, x.X)
				out = union(out, all)
				return false
			}
		case *cuda.CallExpr: // of a function that converts
			if reading := x.Fun; parses[lastName(reading)] || parses[strings.TrimPrefix(lastName(reading), "std::")] {
				return false
			}
			for _, a := range x.Args {
				if id, is := a.(*cuda.Ident); is && f.certain(a) {
					all, _ := f.value(s, id)
					out = union(out, all)
				}
			}
			return false
		case *cuda.LambdaExpr:
			return false
		case *cuda.UnaryExpr:
			if c, is := x.X.(*cuda.CastExpr); is && x.Op == "*" && isNumber(pointee(c.Type)) { // *(long *)&p
				if u, is := c.X.(*cuda.UnaryExpr); is && u.Op == "&" && isPointer(f.typeOf(u.X)) {
					all, _ := f.value(s, u.X)
					out = union(out, all)
				}
			}
			return x.Op != "*" && x.Op != "&"
		default:
		}
		return true
	})
	return out
}

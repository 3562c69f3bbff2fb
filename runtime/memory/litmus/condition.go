// Package litmus decides whether an outcome of a small kernel is possible under the memory
// model of PTX.
//
// In: a kernel with a known launch, and a condition on what memory holds in the end, from a
// comment:
//
//	// exists: r[0]==1 && r[1]==0
//
// Out: an execution in which it holds, or the axiom that forbids it.
package litmus

import (
	"fmt"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"gv2/frontend/kernel"
	"gv2/runtime/memory"
	"gv2/runtime/memory/thread"
)

// Condition is a condition on the final contents of memory: comparisons of elements and
// numbers, joined by &&, || and !.
type Condition struct {
	Text string
	or   *orNode
}

type (
	orNode struct {
		Terms []*andNode `parser:"@@ ( '||' @@ )*"`
	}
	andNode struct {
		Terms []*atomNode `parser:"@@ ( '&&' @@ )*"`
	}
	atomNode struct {
		Not     *atomNode    `parser:"  '!' @@"`
		Group   *orNode      `parser:"| '(' @@ ')'"`
		Compare *compareNode `parser:"| @@"`
	}
	compareNode struct {
		X  *operandNode `parser:"@@"`
		Op string       `parser:"@( '==' | '!=' | '<=' | '>=' | '<' | '>' )"`
		Y  *operandNode `parser:"@@"`
	}
	operandNode struct {
		Number *int64 `parser:"  @Int"`
		Name   string `parser:"| @Ident"`
		Index  *int64 `parser:"  ( '[' @Int ']' )?"`
	}
)

// conditionParser is made when a condition is read, which few runs of gv2 do.
var conditionParser = sync.OnceValue(func() *participle.Parser[orNode] {
	return participle.MustBuild[orNode](participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Int", Pattern: `-?\d+`}, {Name: "Ident", Pattern: `[A-Za-z_]\w*`},
		{Name: "Op", Pattern: `&&|\|\||[=!<>]=|[!<>()\[\]]`}, {Name: "Space", Pattern: `\s+`},
	})), participle.Elide("Space"), participle.UseLookahead(2))
})

// Parse reads a condition.
func Parse(text string) (*Condition, error) {
	or, err := conditionParser().ParseString("", text)
	if err != nil {
		return nil, fmt.Errorf("a condition such as r[0]==1 && x!=2 is expected: %w", err)
	}
	return &Condition{strings.TrimSpace(text), or}, nil
}

// binding gives names their places in a kernel.
type binding struct {
	launched *thread.Launched
	arrays   map[string]*kernel.Array
}

func (c *Condition) bind(l *thread.Launched) (*binding, error) {
	b := &binding{l, map[string]*kernel.Array{}}
	for _, name := range c.names() {
		for _, a := range l.Kernel.Arrays {
			if (a.Label == name || a.Name == name) && a.Space != kernel.Local {
				b.arrays[name] = a
			}
		}
		if b.arrays[name] == nil {
			return nil, fmt.Errorf("%s is no memory that the kernel writes", name)
		}
	}
	return b, nil
}

func (c *Condition) names() []string {
	var list []string
	var walk func(or *orNode)
	atom := func(a *atomNode) {
		for a.Not != nil {
			a = a.Not
		}
		if a.Group != nil {
			walk(a.Group)
			return
		}
		for _, o := range []*operandNode{a.Compare.X, a.Compare.Y} {
			if o.Name != "" {
				list = append(list, o.Name)
			}
		}
	}
	walk = func(or *orNode) {
		for _, and := range or.Terms {
			for _, a := range and.Terms {
				atom(a)
			}
		}
	}
	walk(c.or)
	return list
}

// holds reports whether the condition holds for some of the final contents that x leaves
// possible: writes that race may leave one value or another.
func (b *binding) holds(c *Condition, x *memory.Execution) bool {
	places := map[memory.Place][]int64{}
	var order []memory.Place
	b.each(c.or, func(p memory.Place) {
		if _, ok := places[p]; !ok {
			places[p] = x.Finals(p)
			order = append(order, p)
		}
	})
	now := map[memory.Place]int64{}
	var try func(i int) bool
	try = func(i int) bool {
		if i == len(order) {
			return b.or(c.or, now)
		}
		for _, v := range places[order[i]] {
			now[order[i]] = v
			if try(i + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}

// sampled reports whether what happens in x, or what the condition asks for, depends on
// inputs that nothing fixes.
func (b *binding) sampled(c *Condition, x *memory.Execution) bool {
	decides, stored := b.launched.SampledIn(x)
	b.each(c.or, func(p memory.Place) { decides = decides || stored[p] || b.launched.Arbitrary(x, p) })
	return decides
}

func (b *binding) place(o *operandNode) memory.Place {
	index := int64(0)
	if o.Index != nil {
		index = *o.Index
	}
	return b.launched.Element(b.arrays[o.Name], index)
}

func (b *binding) each(or *orNode, f func(memory.Place)) {
	for _, and := range or.Terms {
		for _, a := range and.Terms {
			for a.Not != nil {
				a = a.Not
			}
			if a.Group != nil {
				b.each(a.Group, f)
				continue
			}
			for _, o := range []*operandNode{a.Compare.X, a.Compare.Y} {
				if o.Name != "" {
					f(b.place(o))
				}
			}
		}
	}
}

func (b *binding) or(or *orNode, now map[memory.Place]int64) bool {
	for _, and := range or.Terms {
		all := true
		for _, a := range and.Terms {
			all = all && b.atom(a, now)
		}
		if all {
			return true
		}
	}
	return false
}

func (b *binding) atom(a *atomNode, now map[memory.Place]int64) bool {
	switch {
	case a.Not != nil:
		return !b.atom(a.Not, now)
	case a.Group != nil:
		return b.or(a.Group, now)
	}
	value := func(o *operandNode) int64 {
		if o.Number != nil {
			return *o.Number
		}
		return now[b.place(o)]
	}
	x, y := value(a.Compare.X), value(a.Compare.Y)
	switch a.Compare.Op {
	case "==":
		return x == y
	case "!=":
		return x != y
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	}
	return x >= y
}

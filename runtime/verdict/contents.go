package verdict

import (
	"fmt"

	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
)

// Content is what an element of an input array holds in a witness.
type Content struct{ Element, Value string }

// contentsOf are the elements of input arrays that a run has looked at, as a C
// programmer would write them. What stands in the program text is left out.
func contentsOf(elements []interp.Element, out *instrument.Output) []Content {
	var list []Content
	for _, e := range elements {
		a := out.Inputs[e.Map]
		if a == nil || a.Init != nil || e.Key < 0 {
			continue
		}
		if value, ok := contentText(a.Elem, e.Value); ok {
			list = append(list, Content{elementPart(a, e.Key), value})
		}
	}
	return list
}

// elementPart names an element of the IR's array, which may be a part of one that the
// user declared, such as a member of a struct.
func elementPart(a *kernel.Array, offset int64) string {
	text := element(a, declared(a, offset))
	if a.Scale > 1 {
		text = fmt.Sprintf("part %d of %s", offset%int64(a.Scale), text)
	}
	return text
}

// contentText is a value in the range of its C type.
func contentText(t kernel.Type, text string) (string, bool) {
	m := model{state: map[string]string{"": text}}
	n, ok := m.integer("")
	switch {
	case t.Kind == kernel.Bool:
		return text, text == "true" || text == "false"
	case t.Kind != kernel.Int || !ok:
		return "", false
	}
	return scalarText(t, n), true
}

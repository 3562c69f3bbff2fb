package counterexample

import (
	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/runtime/claim"
)

// contentsOf are the elements of input arrays that a run has looked at, as a C
// programmer would write them. What stands in the program text is left out.
func contentsOf(elements []interp.Element, out *instrument.Output) []claim.Content {
	var list []claim.Content
	for _, e := range elements {
		a := out.Inputs[e.Map]
		if a == nil || a.Init != nil || e.Key < 0 {
			continue
		}
		if value, ok := contentText(a.Elem, e.Value); ok {
			list = append(list, claim.Content{Element: claim.ElementPart(a, e.Key), Value: value})
		}
	}
	return list
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
	return claim.ScalarText(t, n), true
}
